import {
  CheckRequest,
  type CheckResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { durationMs } from "../../../provider/dynamic/internal-properties.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { tokenOfResource } from "../../../provider/kernel/type-tokens.ts";
import type { Kind } from "../harness.ts";
import type { BoundDiff, BoundProvider } from "./bound-provider.ts";
import { bagOf, type Call, keptIn, struct } from "./calls.ts";

/** Returns one kind of resource as the plugin offers it: with the messages of the engine's protocol. */
export function pluginBinding(kind: Kind, call: Call): BoundProvider {
  /** The URN has the type of the plugin. */
  const urnIn = (properties: Values) => String(properties["__urn"]).replace(/::[^:]+:[^:]+:\w+::/, `::${tokenOfResource(kind)}::`);
  return {
    check: async (olds, news) => {
      const request = new CheckRequest().setUrn(urnIn(news)).setOlds(sent(olds)).setNews(sent(news));
      const response = await failing(call<CheckResponse>("check", request), news);
      const failures = response.getFailuresList().map((one) => one.toObject());
      return { inputs: { ...bagOf(response.getInputs()), ...internalsIn(news) }, failures };
    },
    diff: async (id, olds, news) => {
      const request = new DiffRequest().setUrn(urnIn(news)).setId(id).setOlds(sent(olds)).setNews(sent(news));
      return diffOf(await failing(call<DiffResponse>("diff", request), news));
    },
    create: async (inputs) => {
      const request = new CreateRequest().setUrn(urnIn(inputs)).setProperties(sent(inputs)).setTimeout(secondsFor("create", inputs));
      const response = await failing(call<CreateResponse>("create", request), inputs);
      return { id: response.getId(), outs: { ...bagOf(response.getProperties()), ...internalsIn(inputs) } };
    },
    read: async (id, props, inputs) => {
      const request = new ReadRequest().setUrn(urnIn(props)).setId(id).setProperties(sent(props)).setInputs(sent(inputs));
      const response = await failing(call<ReadResponse>("read", request.setTimeout(secondsFor("read", props))), props);
      const own = internalsIn(props);
      return {
        id: response.getId(),
        props: { ...bagOf(response.getProperties()), ...own },
        inputs: { ...bagOf(response.getInputs()), ...own },
      };
    },
    update: async (id, olds, news) => {
      const request = new UpdateRequest().setUrn(urnIn(news)).setId(id).setOlds(sent(olds)).setNews(sent(news));
      const response = await failing(call<UpdateResponse>("update", request.setTimeout(secondsFor("update", news))), news);
      return { outs: { ...bagOf(response.getProperties()), ...internalsIn(news) } };
    },
    delete: async (id, props) => {
      const request = new DeleteRequest().setUrn(urnIn(props)).setId(id).setProperties(sent(props));
      await failing(call("delete", request.setTimeout(secondsFor("delete", props))), props);
    },
    preview: async (news, id, olds) => {
      if (id === undefined || olds === undefined) {
        const request = new CreateRequest().setUrn(urnIn(news)).setProperties(sent(news)).setPreview(true);
        return bagOf((await failing(call<CreateResponse>("create", request), news)).getProperties());
      }
      const request = new UpdateRequest().setUrn(urnIn(news)).setId(id).setOlds(sent(olds)).setNews(sent(news)).setPreview(true);
      return bagOf((await failing(call<UpdateResponse>("update", request), news)).getProperties());
    },
  };
}

/** Returns the difference as the engine reads it. Throws when the detailed difference names other properties than the plain one. */
function diffOf(response: DiffResponse): BoundDiff {
  const changed = response.getDiffsList();
  const detailed = [...response.getDetaileddiffMap().keys()].map((path) => /^[^.[]+/.exec(path)?.[0] ?? path);
  if (changed.toSorted().join() !== [...new Set(detailed)].toSorted().join())
    throw new Error(`the detailed difference names ${detailed.join()}, and the plain one ${changed.join()}`);
  return {
    changes: response.getChanges() === DiffResponse.DiffChanges.DIFF_SOME,
    changed,
    replaces: response.getReplacesList(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
  };
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
    throw Object.assign(failure, { id: kept.id, properties: { ...kept.properties, ...internalsIn(properties) }, reasons: kept.reasons });
  }
}

function sent(properties: Values) {
  return struct(Object.fromEntries(Object.entries(properties).filter(([name, value]) => !name.startsWith("__") && value !== undefined)));
}

/** The engine stores these beside the values. */
function internalsIn(properties: Values): Values {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name.startsWith("__")));
}

function secondsFor(operation: string, properties: Values): number {
  const timeouts = properties["__timeouts"];
  const text = isRecord(timeouts) ? timeouts[operation] : undefined;
  return typeof text === "string" ? (durationMs(text) ?? 0) / 1000 : 0;
}
