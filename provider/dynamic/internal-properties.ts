import { isAbsent, isRecord } from "../kernel/json.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";
import { INTERNAL } from "../host/engine-values.ts";

/** The operations whose waits a program can bound with `customTimeouts`. */
export type Timed = "create" | "update" | "delete" | "read";

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns the internal properties, which inputs and outputs must keep unchanged. */
export function internalsOf(properties: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name.startsWith(INTERNAL)));
}

/** Returns whether properties have no code of a provider: the plugin has written them. */
export function isPluginState(properties: Values): boolean {
  return properties["__provider"] === undefined;
}

/** Returns the resource's URN, if its class has passed one. */
export function urnOf(properties: Values): string | undefined {
  const urn = properties["__urn"];
  return typeof urn === "string" ? urn : undefined;
}

/** Returns the digest of the place where the program's state is stored, if its class knows the place. */
export function originOf(properties: Values): string | undefined {
  const origin = properties["__origin"];
  return typeof origin === "string" && /^[0-9a-f]+$/.test(origin) ? origin : undefined;
}

/** Returns the URN of the share that the resource belongs to, if its class knows the URN. */
export function shareOf(properties: Values): string | undefined {
  const urn = properties["__share"];
  return typeof urn === "string" && urn.startsWith("urn:") ? urn : undefined;
}

/** Returns whether the read is a lookup of a program (`get`). Outputs omit the property, so that a later refresh is no lookup. */
export function isLookup(properties: Values): boolean {
  return properties["__lookup"] === true;
}

/** Returns the computed arguments that the program has set. Outputs hold their names, because a refresh receives outputs only. */
export function givenOf(outputs: Values): readonly string[] {
  const given = outputs["__given"];
  return Array.isArray(given) ? given.map(String) : [];
}

/** Returns the names of the arguments that the program has set as secrets. The class passes them, because the engine passes plain values. */
export function secretsOf(properties: Values): readonly string[] {
  const names = properties["__secrets"];
  return Array.isArray(names) ? names.map(String) : [];
}

/** Returns the options of the program that only the state passes to later operations. */
export function storedOptionsOf(properties: Values): Values {
  return { secrets: secretsOf(properties), timeouts: properties["__timeouts"] };
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
    (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ""] ?? 0),
    0,
  );
}
