import { z } from "zod";
import { type Failure, InputError } from "../kernel/errors.ts";
import { nearestArgument } from "../kernel/ids.ts";
import { isRecord } from "../kernel/json.ts";

/** Converts a wire name to camelCase: `ResourceShareId` becomes `resourceShareId`. */
export function camel(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** Converts the declared names of a wire value to camelCase at any depth; the keys of free maps stay unchanged. */
export function fromWire(shape: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(shape);
  if (inner instanceof z.ZodObject && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(fieldsOf(inner)).flatMap(([name, field]) =>
        value[name] === undefined ? [] : [[camel(name), fromWire(field, value[name])]],
      ),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => fromWire(inner.element, item));
  return value;
}

/** Converts arguments from camelCase to wire names; the inverse of `fromWire`. Undeclared names stay unchanged. */
export function toWire(shape: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(shape);
  if (inner instanceof z.ZodObject && isRecord(value)) {
    const fields = fieldsOf(inner);
    const wireNames = new Map(Object.keys(fields).map((name) => [camel(name), name]));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const wireName = wireNames.get(name) ?? name;
        const field = Object.hasOwn(fields, wireName) ? fields[wireName] : undefined;
        return [wireName, field ? toWire(field, item) : item];
      }),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => toWire(inner.element, item));
  return value;
}

/** Returns the name of an argument in Python: `shareId` → `share_id`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Throws when arguments are no object: a JavaScript program may pass an id alone. */
export function assertArguments(args: unknown): void {
  if (!isRecord(args)) throw InputError.of("arguments", "must be an object, as { name: value }");
}

/** Returns a failure for each undeclared argument, at any depth, with the nearest declared name. */
export function unknownArguments(shape: z.core.$ZodType, value: unknown, path = ""): Failure[] {
  const inner = unwrapped(shape);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownArguments(inner.element, item, `${path}[${index}]`));
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return [];
  const known = new Map(Object.entries(fieldsOf(inner)).map(([name, field]) => [camel(name), field]));
  return Object.entries(value).flatMap(([name, item]): Failure[] => {
    const property = path ? `${path}.${name}` : name;
    const field = known.get(name);
    if (field !== undefined) return unknownArguments(field, item, property);
    return [{ property, reason: `is not an argument${nearestArgument(name, [...known.keys()])}` }];
  });
}

/**
 * Converts a wire path to camelCase, and returns it with its value: `Body.SendTarget` becomes `body.sendTarget`.
 * The keys of free maps stay unchanged.
 */
export function placeOf(shape: z.core.$ZodType, path: readonly PropertyKey[], root: unknown): { property: string; value: unknown } {
  let at: z.core.$ZodType | undefined = shape;
  let property = "";
  let value = root;
  for (const step of path) {
    const inner: z.core.$ZodType | undefined = at === undefined ? undefined : unwrapped(at);
    const name = String(step);
    const declared: Fields | undefined = inner instanceof z.ZodObject ? fieldsOf(inner) : undefined;
    property += typeof step === "number" ? `[${step}]` : `${property && "."}${declared ? camel(name) : name}`;
    at = inner instanceof z.ZodArray ? inner.element : declared?.[name];
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) value = value[name];
    // All parts of an UNKNOWN value are UNKNOWN.
    else if (typeof value !== "symbol") value = undefined;
  }
  return { property, value };
}

type Fields = Readonly<Record<string, z.core.$ZodType>>;

/** Returns the fields of an object with a type; zod's own type is `any`. */
function fieldsOf(shape: z.ZodObject): Fields {
  return shape.shape;
}

function unwrapped(shape: z.core.$ZodType): z.core.$ZodType {
  return shape instanceof z.ZodOptional || shape instanceof z.ZodDefault ? unwrapped(shape.unwrap()) : shape;
}
