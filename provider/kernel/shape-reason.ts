import type { z } from "zod";

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

/** The parameter of `safeParse` for messages in the words of this package; a message of the schema's own stays as it is. */
export const inPlainWords = { error: shapeReason };

function shapeReason(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeReason(issue.expected, issue.input);
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "unrecognized_keys":
      return `has ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}, which is not known here`;
    case "too_small":
      return sizeReason(issue.origin, "at least", issue.minimum);
    case "too_big":
      return sizeReason(issue.origin, "at most", issue.maximum);
    default:
      return "has a wrong form";
  }
}

function typeReason(expected: string, input: unknown): string {
  if (expected === "string" && (typeof input === "number" || typeof input === "boolean")) return "must be a text: write it in quotes";
  if (expected === "boolean" && typeof input === "string") return "is a text: write true or false without quotes";
  return `must be ${kinds[expected] ?? expected}`;
}

function sizeReason(origin: string, limit: string, size: number | bigint): string {
  if (origin === "array") return `must have ${limit} ${size} ${Number(size) === 1 ? "entry" : "entries"}`;
  return origin === "number" || origin === "int" ? `must be ${limit} ${size}` : "has a wrong form";
}
