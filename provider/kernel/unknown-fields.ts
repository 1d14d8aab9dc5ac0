import { z } from "zod";
import { nearest } from "./ids.ts";

/** Returns why an object is invalid that has fields which its shape does not declare, with the nearest declared one. */
export function unknownFieldsReason(
  shape: z.ZodType,
  { path, keys }: { readonly path: readonly PropertyKey[]; readonly keys: readonly string[] },
): string {
  const known = fieldsAt(shape, path);
  const meant = keys.map((key) => nearest(key, known, key.length / 3)).find((name) => name !== undefined);
  const hint = meant === undefined ? "" : `; did you mean \`${meant}\`?`;
  return `has no field ${keys.map((key) => `\`${key}\``).join(", ")}${hint}`;
}

/** Returns the names of the fields that a shape has at a path into its values. */
function fieldsAt(shape: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault || shape instanceof z.ZodPrefault)
    return fieldsAt(shape.unwrap(), path);
  const [step, ...rest] = path;
  if (shape instanceof z.ZodArray) return fieldsAt(shape.element, rest);
  if (!(shape instanceof z.ZodObject)) return [];
  return step === undefined ? Object.keys(shape.shape) : fieldsAt(shape.shape[String(step)], rest);
}
