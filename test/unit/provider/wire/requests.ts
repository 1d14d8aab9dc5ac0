import * as fc from "fast-check";
import { z } from "zod";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
/** JSON after one encoding and parsing: without -0. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));

/** Values of a declared shape, without the rules for single texts, because encoding must not depend on them. */
export function arbitraryOf(shape: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault) return arbitraryOf(shape.unwrap());
  if (shape instanceof z.ZodObject) return objectOf(shape);
  if (shape instanceof z.ZodArray) return fc.array(arbitraryOf(shape.element), { minLength: 1, maxLength: 12 });
  if (shape instanceof z.ZodRecord) return fc.dictionary(text, arbitraryOf(shape.valueType), { noNullPrototype: true });
  if (shape instanceof z.ZodEnum) return fc.constantFrom(...shape.options);
  if (shape instanceof z.ZodLiteral) return fc.constantFrom(...shape.values);
  if (shape instanceof z.ZodBoolean) return fc.boolean();
  if (shape instanceof z.ZodNumber) return fc.nat();
  if (shape instanceof z.ZodUnknown) return json;
  if (shape instanceof z.ZodString) return text;
  throw new Error(`there is no example of a ${shape._zod.def.type}`);
}

/** Every field may be absent, except for required ones. */
function objectOf(shape: z.ZodObject): fc.Arbitrary<object> {
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape.shape;
  const names = Object.keys(fields);
  const model = Object.fromEntries(names.map((name) => [name, arbitraryOf(fields[name] ?? z.unknown())]));
  return fc.record(model, { requiredKeys: names.filter((name) => !(fields[name] instanceof z.ZodOptional)), noNullPrototype: true });
}
