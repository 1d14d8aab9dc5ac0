import type { z } from "zod";
import { didYouMean } from "./ids.ts";
import { pathText } from "./paths.ts";

const kinds: Readonly<Record<string, string>> = {
  array: "a list: write it in brackets",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
  tuple: "a list: write it in brackets",
};

/** Why a number is no text. */
export const numberReason = "must be a text, not a number: write it in quotes";

/** The parameter of `safeParse` for messages in the words of this package; a message of the schema's own stays as it is. */
export const inPlainWords = { error: shapeReason };

/** The parameter of a schema whose message names the form where a value has another type. */
export function mustBe(form: string) {
  const error = ({ code, input }: { readonly code?: string; readonly input?: unknown }) =>
    code === "invalid_type" ? formReason(form, input) : undefined;
  return { error };
}

/** Programs pass lists and objects from their configuration as the text that `pulumi config` stores. */
function formReason(form: string, input: unknown): string {
  const isText = typeof input === "string" && /^\s*[[{]/.test(input);
  return isText ? "is the text of a list or an object: parse it, or read it from the configuration by requireObject" : `must be ${form}`;
}

function shapeReason(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeReason(issue.expected, issue.input);
    case "invalid_value":
      return valueReason(issue.values, issue.input);
    case "unrecognized_keys":
      return `has ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}, which is not known here`;
    case "too_small":
      return sizeReason(issue.origin, "at least", issue.minimum);
    case "too_big":
      return sizeReason(issue.origin, "at most", issue.maximum);
    case "invalid_union":
      return unionReason(issue.errors.flat());
    default:
      return "has a wrong form";
  }
}

function valueReason(known: readonly z.core.util.Primitive[], input: unknown): string {
  const written = (value: unknown) => JSON.stringify(value);
  return `must be ${known.map(written).join(" or ")}${typeof input === "string" ? didYouMean(input, known.map(String), written) : ""}`;
}

function typeReason(expected: string, input: unknown): string {
  if (expected === "string" && typeof input === "number") return numberReason;
  if (expected === "string" && typeof input === "boolean") return "must be a text, not a boolean: write it in quotes";
  if (expected === "string" && Array.isArray(input)) return "must be a text, not a list";
  if (expected === "boolean" && typeof input === "string") return "is a text: write true or false (in Python True or False) without quotes";
  return formReason(kinds[expected] ?? expected, input);
}

/** Of a value that fits one form but for a part, the reason is that of the part. */
function unionReason(issues: readonly z.core.$ZodIssue[]): string {
  const part = issues.find(({ path }) => path.length > 0);
  if (part !== undefined) return `${pathText(part.path)}: ${part.message}`;
  return issues.map(({ message }) => message).join(", or ") || "has a wrong form";
}

function sizeReason(origin: string, limit: string, size: number | bigint): string {
  if (origin === "array") return `must have ${limit} ${size} ${Number(size) === 1 ? "entry" : "entries"}`;
  if (origin === "string") return `must have ${limit} ${size} ${Number(size) === 1 ? "character" : "characters"}`;
  return origin === "number" || origin === "int" ? `must be ${limit} ${size}` : "has a wrong form";
}
