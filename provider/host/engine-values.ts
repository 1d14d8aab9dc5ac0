import { type Failure, InputError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { UNKNOWN, type Values } from "../lifecycle/resource.ts";

/** The prefix of internal properties: Pulumi hides them from displays and policies. */
export const INTERNAL = "__";

/** The engine's placeholder for an unknown string; Node programs use it for every type. */
export const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const UNKNOWN_TEXTS: ReadonlySet<unknown> = new Set([
  UNKNOWN_TEXT,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7", // boolean
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421", // number
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2", // array
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff", // object
]);

/** The maximum depth of nested values: recursion over them must end. */
const maxDepth = 100;

/** Throws an InputError that names every property that is nested too deep. */
export function assertDepth(properties: Values): void {
  const deep = Object.keys(properties).filter((name) => isDeeper(properties[name], maxDepth));
  const failures = deep.map((property): Failure => ({ property, reason: `is nested deeper than ${maxDepth} levels` }));
  if (failures.length > 0) throw new InputError(failures);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/**
 * Converts the engine's properties to the user's values, with UNKNOWN for values that are not known yet.
 * Throws an InputError that names every property that is nested too deep.
 */
export function received(properties: Values): Values {
  assertDepth(properties);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !name.startsWith(INTERNAL))
      .map(([name, value]) => [name, receivedValue(value)]),
  );
}

function receivedValue(value: unknown): unknown {
  if (UNKNOWN_TEXTS.has(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(receivedValue);
  // JSON cannot represent these numbers, so a stored state omits them; they must cause no difference before.
  if (typeof value === "number" && !Number.isFinite(value)) return undefined;
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, receivedValue(inner)] as const);
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}

/** Converts values to properties that JSON can represent. Without it the engine would fail after the object was created. */
export function sendable(properties: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      const plain = asPlain(value);
      return plain === undefined ? [] : [[name, plain]];
    }),
  );
}

function asPlain(value: unknown): unknown {
  if (value === UNKNOWN) return UNKNOWN_TEXT;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? undefined : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Map) return asPlain(Object.fromEntries<unknown>(value));
  if (value instanceof Set) return asPlain([...value]);
  // A list keeps its length: other values may refer to positions.
  if (Array.isArray(value)) return value.map((item) => asPlain(item) ?? null);
  if (!isRecord(value)) return undefined;
  const json: unknown = typeof value["toJSON"] === "function" ? Reflect.apply(value["toJSON"], value, []) : value;
  return json === value ? sendable(value) : asPlain(json);
}
