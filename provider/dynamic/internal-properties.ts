import { isAbsent, isRecord } from "../kernel/json.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";
import { INTERNAL } from "./values.ts";

/** The operations whose waits a program can bound with `customTimeouts`. */
export type Timed = "create" | "update" | "delete" | "read";

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The properties that are handed down beside the user's, to be kept as they are in inputs and outputs alike. */
export function internalsOf(properties: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name.startsWith(INTERNAL)));
}

/** The resource's stable name in its program, when its class handed one down. */
export function urnOf(properties: Values): string | undefined {
  const urn = properties["__urn"];
  return typeof urn === "string" ? urn : undefined;
}

/** Where the state of the program is kept, when its class could tell. */
export function originOf(properties: Values): string | undefined {
  const origin = properties["__origin"];
  return typeof origin === "string" && /^[0-9a-f]+$/.test(origin) ? origin : undefined;
}

/** The stable name of the share that the resource belongs to, when its class could tell. */
export function shareOf(properties: Values): string | undefined {
  const urn = properties["__share"];
  return typeof urn === "string" && urn.startsWith("urn:") ? urn : undefined;
}

/** Whether a program looks up something that exists: outputs lack the mark, so that a refresh later on is told apart. */
export function isLookup(properties: Values): boolean {
  return properties["__lookup"] === true;
}

export function withoutLookup({ __lookup: _, ...internals }: Record<string, unknown>): Record<string, unknown> {
  return internals;
}

/** The arguments that the program gave though they are outputs where it leaves them out: outputs name them, for a refresh knows outputs only. */
export function givenOf(outputs: Values): readonly string[] {
  const given = outputs["__given"];
  return Array.isArray(given) ? given.map(String) : [];
}

export function withoutGiven({ __given: _, ...internals }: Record<string, unknown>): Record<string, unknown> {
  return internals;
}

/** How long the waits of an operation may last, when the program says so. */
export function timeoutOf(properties: Values, operation: Timed): number | undefined {
  const timeouts = properties["__timeouts"];
  const text = isRecord(timeouts) ? timeouts[operation] : undefined;
  return typeof text === "string" ? durationMs(text) : undefined;
}

/** What is wrong with the timeouts. */
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

/** The milliseconds of a duration as Pulumi writes it ("1h30m", "90s"), or `undefined` when it is none. */
export function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ""] ?? 0),
    0,
  );
}
