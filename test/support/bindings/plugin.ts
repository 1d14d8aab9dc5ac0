import { durationMs } from "../../../provider/dynamic/internal-properties.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { tokenOfResource } from "../../../provider/kernel/type-tokens.ts";
import type { Kind } from "../harness.ts";
import type { BoundDiff, BoundProvider } from "./bound-provider.ts";
import { type Call, keptIn } from "./calls.ts";
import { requests } from "./requests.ts";

/** Returns one kind of resource as the plugin offers it: with the messages of the engine's protocol. */
export function pluginBinding(kind: Kind, call: Call): BoundProvider {
  /** The URN has the type of the plugin. */
  const urnIn = (properties: Values) => String(properties["__urn"]).replace(/::[^:]+:[^:]+:\w+::/, `::${tokenOfResource(kind)}::`);
  return {
    check: async (olds, news) => {
      const { inputs, failures } = await failing(requests.check(call, { urn: urnIn(news), olds: sent(olds), news: sent(news) }), news);
      return { inputs: { ...inputs, ...internalsIn(news) }, failures };
    },
    diff: async (id, olds, news) =>
      differenceOf(await failing(requests.diff(call, { urn: urnIn(news), id, olds: sent(olds), news: sent(news) }), news)),
    create: async (inputs) => {
      const request = { urn: urnIn(inputs), properties: sent(inputs), timeout: secondsFor("create", inputs) };
      const { id, properties } = await failing(requests.create(call, request), inputs);
      return { id, outs: { ...properties, ...internalsIn(inputs) } };
    },
    read: async (id, props, known) => {
      const request = { urn: urnIn(props), id, properties: sent(props), inputs: sent(known), timeout: secondsFor("read", props) };
      const { properties, inputs, ...found } = await failing(requests.read(call, request), props);
      const own = internalsIn(props);
      return { ...found, props: { ...properties, ...own }, inputs: { ...inputs, ...own } };
    },
    update: async (id, olds, news) => {
      const request = { urn: urnIn(news), id, olds: sent(olds), news: sent(news), timeout: secondsFor("update", news) };
      const { properties } = await failing(requests.update(call, request), news);
      return { outs: { ...properties, ...internalsIn(news) } };
    },
    delete: async (id, props) => {
      const request = { urn: urnIn(props), id, properties: sent(props), timeout: secondsFor("delete", props) };
      await failing(requests.delete(call, request), props);
    },
    preview: async (news, id, olds) => {
      const [urn, preview] = [urnIn(news), true];
      const predicted =
        id === undefined || olds === undefined
          ? requests.create(call, { urn, properties: sent(news), preview })
          : requests.update(call, { urn, id, olds: sent(olds), news: sent(news), preview });
      return (await failing<{ readonly properties: Values }>(predicted, news)).properties;
    },
  };
}

/** Returns the difference as the engine reads it. Throws when the detailed difference names other properties than the plain one. */
function differenceOf({
  changes,
  diffs,
  replaces,
  deleteBeforeReplace,
  detailedDiff,
}: Awaited<ReturnType<typeof requests.diff>>): BoundDiff {
  const detailed = Object.keys(detailedDiff).map((path) => /^[^.[]+/.exec(path)?.[0] ?? path);
  if (diffs.toSorted().join() !== [...new Set(detailed)].toSorted().join())
    throw new Error(`the detailed difference names ${detailed.join()}, and the plain one ${diffs.join()}`);
  return { changes: changes === "DIFF_SOME", changed: diffs, replaces, deleteBeforeReplace };
}

/** Throws a failed call as the engine sees it: without gRPC's prefix, and with what is kept. */
async function failing<Response>(work: Promise<Response>, properties: Values): Promise<Response> {
  try {
    return await work;
  } catch (error) {
    const details = isRecord(error) && typeof error["details"] === "string" ? error["details"] : String(error);
    const kept = keptIn(error);
    const failure = new Error(details, { cause: error });
    if (kept === undefined) throw failure;
    if (kept.reasons.length === 0) throw new Error("an object is kept without a reason, which the engine shows", { cause: error });
    throw Object.assign(failure, { id: kept.id, properties: { ...kept.properties, ...internalsIn(properties) } });
  }
}

function sent(properties: Values): Values {
  return Object.fromEntries(Object.entries(properties).filter(([name, value]) => !name.startsWith("__") && value !== undefined));
}

/** The engine stores these beside the values. */
export function internalsIn(properties: Values): Values {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name.startsWith("__")));
}

function secondsFor(operation: string, properties: Values): number {
  const timeouts = properties["__timeouts"];
  const text = isRecord(timeouts) ? timeouts[operation] : undefined;
  return typeof text === "string" ? (durationMs(text) ?? 0) / 1000 : 0;
}
