import { isAbsent, isRecord, sameJson } from "../kernel/json.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";
import { INTERNAL } from "../host/engine-values.ts";

/** The operations whose waits a program can bound with `customTimeouts`. */
export type Timed = "create" | "update" | "delete" | "read";

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns the internal properties, which inputs and outputs must keep unchanged. */
export function internalsOf(properties: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name.startsWith(INTERNAL)));
}

/** Returns what the resource's class has passed beside the arguments, as far as it is known. */
export function passedBy({ __provider, __urn, __origin, __share, __lookup, __given, __secrets }: Values) {
  return {
    /** Whether there is no code of a provider: the plugin has written the properties. */
    isOfPlugin: __provider === undefined,
    urn: typeof __urn === "string" ? __urn : undefined,
    /** The digest of the place where the program's state is stored. */
    origin: typeof __origin === "string" && /^[0-9a-f]+$/.test(__origin) ? __origin : undefined,
    /** The URN of the share that the resource belongs to. */
    share: typeof __share === "string" && __share.startsWith("urn:") ? __share : undefined,
    /** Whether the read is a lookup of a program (`get`). Outputs omit the property, so that a later refresh is no lookup. */
    isLookup: __lookup === true,
    /** The computed arguments that the program has set. Outputs hold their names, because a refresh receives outputs only. */
    given: Array.isArray(__given) ? __given.map(String) : [],
    /** The names of the arguments that the program has set as secrets. The class passes them, because the engine passes plain values. */
    secrets: Array.isArray(__secrets) ? __secrets.map(String) : [],
  };
}

/**
 * Whether the state must be stored again although no argument has changed: a delete reads the timeout there, and what is secret. After the
 * plugin, the code is missing in the outputs, from which refresh and delete load it.
 */
export function isStoredAnew(before: Values, after: Values): boolean {
  const [old, now] = [passedBy(before), passedBy(after)];
  const optionsAreStored = sameJson([old.secrets, before["__timeouts"]], [now.secrets, after["__timeouts"]]);
  return !optionsAreStored || (old.isOfPlugin && !now.isOfPlugin);
}

/** Returns the timeout of an operation from `customTimeouts`, in milliseconds, if the program sets it. */
export function timeoutOf(properties: Values, operation: Timed): number | undefined {
  const timeouts = properties["__timeouts"];
  const text = isRecord(timeouts) ? timeouts[operation] : undefined;
  return typeof text === "string" ? durationMs(text) : undefined;
}

/** Returns the failures of `customTimeouts`. */
export function timeoutFailures(properties: Values): Failure[] {
  const timeouts = properties["__timeouts"];
  if (!isRecord(timeouts)) return [];
  return Object.entries(timeouts)
    .filter(([, text]) => !isAbsent(text))
    .filter(([, text]) => typeof text !== "string" || durationMs(text) === undefined)
    .map(([operation, text]) => ({
      property: `customTimeouts.${operation}`,
      reason: `${JSON.stringify(text)} is no duration; write it as "90s", "10m" or "1h30m"`,
    }));
}

/** Parses a duration in Pulumi's format ("1h30m", "90s") to milliseconds; returns `undefined` when it is invalid. */
export function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ""] ?? 0),
    0,
  );
}
