import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../../access/diff/access-diff.ts";
import type { ChangeKind } from "../../../../../access/diff/changes.ts";
import { joinedDiffs } from "../../../../../access/diff/review/several-stacks.ts";
import { changesOf, emptyDiff } from "../../builders.ts";

const diffOf = (stack: string): AccessDiff => ({
  ...emptyDiff,
  stack,
  changes: changesOf("gained", { resources: ["a", "b"] }),
  remarks: ["a remark"],
  unknownTargetShares: ["open"],
  isIncomplete: stack === "shop/prod",
});

test("lists each allowed external pattern of the joined diffs once", () => {
  const joined = joinedDiffs([{ ...diffOf("a"), allowedExternal: ["1*", "2*"] }, diffOf("b"), { ...diffOf("c"), allowedExternal: ["2*"] }]);
  expect(joined.allowedExternal).toEqual(["1*", "2*"]);
});

test("names stacks without resources in a joined diff", () => {
  expect(joinedDiffs([{ ...diffOf("a"), stack: undefined }, diffOf("b")]).remarks[0]).toBe("an empty stack: a remark");
});

test("throws when an empty list of diffs is joined", () => {
  expect(() => joinedDiffs([])).toThrow("there is no diff to join");
});

test("names the stack of each finding of policies in joined diffs, and keeps equal findings of two stacks", () => {
  const finding = { level: "mandatory", policy: "naming", pack: "guard", urn: "", message: "no name" } as const;
  const found = (stack: string) => ({ ...diffOf(stack), policies: { ...emptyDiff.policies, findings: [finding] } });
  const { policies } = joinedDiffs([found("shop/prod"), found("shop/dev")]);
  expect(policies.findings.map(({ stack }) => stack)).toEqual(["shop/dev", "shop/prod"]);
});

test.each<[title: string, one: ChangeKind, other: ChangeKind, expected: readonly string[]]>([
  ["gives what another keeps", "kept", "gained", ["kept by one, other"]],
  ["takes away what another keeps", "kept", "lost", ["kept by one"]],
  ["gives what another takes away", "lost", "gained", ["lost by one", "gained by other"]],
])("tells in joined diffs what changes over all stacks where a stack %s", (_title, one, other, expected) => {
  const diffWith = (stack: string, change: ChangeKind) => ({
    ...diffOf(stack),
    changes: changesOf(change, { share: { name: stack, id: stack }, resources: ["a"] }),
  });
  const { changes } = joinedDiffs([diffWith("one", one), diffWith("other", other)]);
  expect(changes.map(({ change, shares }) => `${change} by ${shares.map(({ name }) => name).join(", ")}`)).toEqual(expected);
});
