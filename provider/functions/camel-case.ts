import { z } from "zod";
import { isRecord } from "../kernel/json.ts";

/** Converts a wire name to camelCase: `ResourceShareId` becomes `resourceShareId`. */
export function camel(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** Converts the declared names of a wire value to camelCase at any depth; the keys of free maps stay unchanged, and undeclared fields are left out. */
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

/** Converts arguments from camelCase to wire names: the inverse of `fromWire` for declared names. Undeclared ones stay, so that the check can name them. */
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

/** The shapes of the fields of an object, by name. */
export type Fields = Readonly<Record<string, z.core.$ZodType>>;

/** Returns the fields of an object, typed: zod types them as `any`. */
export function fieldsOf(shape: z.ZodObject): Fields {
  return shape.shape;
}

/** Returns a shape without the marks that it is optional. */
export function unwrapped(shape: z.core.$ZodType): z.core.$ZodType {
  return shape instanceof z.ZodOptional || shape instanceof z.ZodDefault ? unwrapped(shape.unwrap()) : shape;
}
