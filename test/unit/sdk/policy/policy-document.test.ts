import fc from "fast-check";
import { expect, test } from "vitest";
import { actionsOf } from "../../../../sdk/policy/policy-document.ts";

const textOf = (...Statement: readonly object[]) => JSON.stringify({ Version: "1", Statement });
const action = fc.tuple(fc.constantFrom("vpc", "ecs"), fc.stringMatching(/^[A-Z][a-z]{1,5}\*?$/)).map((parts) => parts.join(":"));

test("reads the actions that the statements of an access policy allow", () => {
  fc.assert(
    fc.property(fc.uniqueArray(action, { minLength: 1 }), (actions) => {
      const statements = actions.map((one) => ({ Effect: "Allow", Action: one, Resource: "*" }));
      expect(actionsOf(textOf(...statements))).toEqual(actions);
      expect(actionsOf(textOf({ Effect: "Allow", Action: actions }))).toEqual(actions);
    }),
  );
});

test("excludes actions that an access policy denies without a condition", () => {
  const allow = { Effect: "Allow", Action: ["vpc:DescribeA", "vpc:DeleteA"] };
  expect(actionsOf(textOf(allow, { Effect: "Deny", Action: "vpc:Delete*", Resource: "*" }))).toEqual(["vpc:DescribeA"]);
  expect(actionsOf(textOf(allow, { Effect: "Deny", Action: "vpc:Delete*", Condition: {} }))).toEqual(allow.Action);
  expect(actionsOf(textOf(allow, { Effect: "Deny", Action: "vpc:Delete*", Resource: "acs:vpc:*" }))).toEqual(allow.Action);
});

test.each(["NotResource", "Principal", "NotPrincipal"])("includes actions that an access policy denies only with %s", (name) => {
  const allow = { Effect: "Allow", Action: ["vpc:DeleteA"] };
  expect(actionsOf(textOf(allow, { Effect: "Deny", Action: "vpc:*", [name]: "x" }))).toEqual(allow.Action);
});

test.each([
  ["no JSON"],
  ["{}"],
  [textOf({ Effect: "Allow", NotAction: "vpc:Delete*" })],
  [textOf({ Effect: "Allow" })],
  [textOf({ Effect: "allow", Action: "vpc:*" })],
  [textOf({ effect: "Allow", Action: "vpc:*" })],
  [textOf({ Effect: "Allow", Action: ["vpc:DescribeA", { all: true }] })],
  [textOf({ Effect: "Allow", Action: "vpc:DescribeA", NotAction: "vpc:DescribeB" })],
  ['{"Statement":["Allow"]}'],
])("returns unknown for the actions of the access policy %s", (text) => {
  expect(actionsOf(text)).toBeUndefined();
});
