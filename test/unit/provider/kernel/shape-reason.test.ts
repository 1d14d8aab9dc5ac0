import { expect, test } from "vitest";
import { z } from "zod";
import { inPlainWords } from "../../../../provider/kernel/shape-reason.ts";

test.each([
  [z.array(z.string()), "a", "must be a list: write it in brackets"],
  [z.array(z.string()), '["a"]', "is the text of a list or an object: parse it, or read it from the configuration by requireObject"],
  [z.strictObject({}), [], "must be an object"],
  [z.record(z.string(), z.string()), 5, "must be an object"],
  [z.boolean(), "true", "is a text: write true or false (in Python True or False) without quotes"],
  [z.boolean(), 1, "must be true or false"],
  [z.string(), 5, "must be a text, not a number: write it in quotes"],
  [z.string(), ["a"], "must be a text, not a list"],
  [z.string(), {}, "must be a text"],
  [z.number(), "5", "must be a number"],
  [z.enum(["Self", "OtherAccounts"]), "self", 'must be "Self" or "OtherAccounts"; did you mean "Self"?'],
  [z.enum(["Self", "OtherAccounts"]), "everybody", 'must be "Self" or "OtherAccounts"'],
  [z.literal("Self"), "b", 'must be "Self"'],
  [z.literal(1), 3, "must be 1"],
  [z.strictObject({}), { deployment: 1 }, 'has "deployment", which is not known here'],
  [z.array(z.string()).min(1), [], "must have at least 1 entry"],
  [z.tuple([z.string(), z.string()]), ["a"], "must have at least 2 entries"],
  [z.array(z.string()).max(2), ["a", "b", "c"], "must have at most 2 entries"],
  [z.number().min(0), -1, "must be at least 0"],
  [z.int().max(599), 600, "must be at most 599"],
  [z.string().min(2), "", "must have at least 2 characters"],
  [z.string().regex(/a/), "", "has a wrong form"],
  [z.union([z.string(), z.number()]), [], "must be a text, not a list, or must be a number"],
  [z.union([z.number(), z.array(z.string())]), ["a", 5], "[1]: must be a text, not a number: write it in quotes"],
  [z.string().min(1, "must be an id"), "", "must be an id"],
] as const)("words the failures of the schema library in plain English (%#)", (schema, value, reason) => {
  const [issue] = schema.safeParse(value, inPlainWords).error?.issues ?? [];
  expect(issue?.message).toBe(reason);
});
