import { z } from "zod";
import type { Failure } from "./errors.ts";
import { nearest } from "./ids.ts";
import { pathText, valueAt } from "./paths.ts";

type Issue = z.core.$ZodIssue;

/** Returns what is wrong with a value, by the issues that its shape has found with {@link inPlainWords}. */
export function shapeFailures(shape: z.ZodType, issues: readonly Issue[] = [], value: unknown): Failure[] {
  const withUnknown = new Set(issues.flatMap(({ code, path }) => (code === "unrecognized_keys" ? [pathText(path)] : [])));
  // A missing field is probably the unknown one of its object, misspelt.
  const isMisspelt = ({ path }: Issue) => valueAt(value, path) === undefined && withUnknown.has(pathText(path.slice(0, -1)));
  return issues
    .filter((issue) => !isMisspelt(issue))
    .map((issue) => ({ property: pathText(issue.path), reason: reasonOf(shape, issue, valueAt(value, issue.path)) }));
}

function reasonOf(shape: z.ZodType, issue: Issue, value: unknown): string {
  if (issue.code === "unrecognized_keys") return unknownFieldsReason(issue.keys, fieldsAt(shape, issue.path));
  if (issue.code === "invalid_key") return issue.issues.map(({ message }) => message).join("; ");
  if (value !== undefined) return issue.message;
  const [, example = ""] = /( such as .*)/.exec(issue.message) ?? [];
  return `is required${example && ","}${example}`;
}

/** Returns why an object is invalid that has unknown fields, with the nearest known ones, or else all. */
export function unknownFieldsReason(keys: readonly string[], known: readonly string[]): string {
  const meant = keys.flatMap((key) => nearest(key, known, key.length / 3) ?? []);
  const all = codes(known);
  const hint = meant.length === 0 ? all && `; the fields are ${all}` : `; did you mean ${codes(meant)}?`;
  return `has no field ${codes(keys)}${hint}`;
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** Returns the names of the fields that a shape has at a path into its values. */
function fieldsAt(shape: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault || shape instanceof z.ZodPrefault)
    return fieldsAt(shape.unwrap(), path);
  if (shape instanceof z.ZodUnion) return shape.options.flatMap((option) => fieldsAt(option, path));
  const [step, ...rest] = path;
  if (shape instanceof z.ZodArray) return fieldsAt(shape.element, rest);
  if (shape instanceof z.ZodRecord) return fieldsAt(shape.valueType, rest);
  if (!(shape instanceof z.ZodObject)) return [];
  return step === undefined ? Object.keys(shape.shape) : fieldsAt(shape.shape[String(step)], rest);
}
