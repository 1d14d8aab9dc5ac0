import { z } from "zod";

/** A request of which some parameters may be left out. */
export function partly(shape: z.ZodObject, optional: readonly string[]): z.ZodObject {
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape.shape;
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional.includes(name) ? z.optional(field) : field])),
  );
}

/** A response whose list of records is always there: it is put together from all pages. */
export function always(shape: z.ZodObject, [name, ...rest]: readonly string[]): z.ZodObject {
  const field: unknown = name === undefined ? undefined : shape.shape[name];
  if (name === undefined || !(field instanceof z.ZodOptional)) return shape;
  const inner: unknown = field.unwrap();
  const whole = inner instanceof z.ZodObject ? always(inner, rest) : inner;
  return whole instanceof z.ZodType ? shape.extend({ [name]: whole.describe(field.description ?? "") }) : shape;
}
