import { z } from "zod";
import type { Failure } from "./errors.ts";
import { nearest } from "./ids.ts";
import { pathText, valueAt } from "./paths.ts";

type Issue = z.core.$ZodIssue;

/**
 * Returns what is wrong with a value, by the issues that its shape has found with {@link inPlainWords}.
 *
 * @param requiredReason Returns the reason for a field that is missing, from the message about its form.
 */
export function shapeFailures(
  shape: z.ZodType,
  issues: readonly Issue[] = [],
  value: unknown,
  requiredReason: (form: string) => string = requiredWithExample,
): Failure[] {
  const isMissing = ({ path }: Issue) => valueAt(value, path) === undefined;
  return withoutMisspelt(issues, isMissing).map((issue) => {
    const isRequired = isMissing(issue) && !["unrecognized_keys", "invalid_key"].includes(issue.code);
    return { property: pathText(issue.path), reason: isRequired ? requiredReason(issue.message) : reasonOf(shape, issue) };
  });
}

/** Leaves out fields that are missing beside an unknown one: that is probably the missing one, misspelt. */
export function withoutMisspelt(issues: readonly Issue[], isMissing: (issue: Issue) => boolean): readonly Issue[] {
  const withUnknown = new Set(issues.flatMap(({ code, path }) => (code === "unrecognized_keys" ? [pathText(path)] : [])));
  return issues.filter((issue) => !isMissing(issue) || !withUnknown.has(pathText(issue.path.slice(0, -1))));
}

function requiredWithExample(form: string): string {
  const [, example = ""] = /( such as .*)/.exec(form) ?? [];
  return `is required${example && ","}${example}`;
}

function reasonOf(shape: z.ZodType, issue: Issue): string {
  if (issue.code === "unrecognized_keys") return unknownFieldsReason(issue.keys, fieldsAt(shape, issue.path));
  return issue.code === "invalid_key" ? issue.issues.map(({ message }) => message).join("; ") : issue.message;
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
