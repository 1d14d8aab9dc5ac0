import { z } from "zod";

/** Makes the named fields of a request optional. */
export function withOptional(shape: z.ZodObject, optional: readonly string[]): z.ZodObject {
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape.shape;
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional.includes(name) ? z.optional(field) : field])),
  );
}

/** Makes the list of records in a response required, at the given path: the function joins all pages. */
export function withRequired(shape: z.ZodObject, [name, ...rest]: readonly string[]): z.ZodObject {
  const field: unknown = name === undefined ? undefined : shape.shape[name];
  if (name === undefined || !(field instanceof z.ZodOptional)) return shape;
  const inner: unknown = field.unwrap();
  const whole = inner instanceof z.ZodObject ? withRequired(inner, rest) : inner;
  return whole instanceof z.ZodType ? shape.extend({ [name]: whole.describe(field.description ?? "") }) : shape;
}
