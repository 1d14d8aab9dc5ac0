import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../../access/diff/access-diff.ts";
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

test("names the stack of each change and of each remark", () => {
  const joined = joinedDiffs([diffOf("shop/dev"), diffOf("shop/prod")]);
  expect(joined.changes.map(({ stack }) => stack)).toEqual(["shop/dev", "shop/dev", "shop/prod", "shop/prod"]);
  expect(joined.remarks).toEqual(["shop/dev: a remark", "shop/prod: a remark"]);
  expect(joined.unknownTargetShares).toEqual(["shop/dev: open", "shop/prod: open"]);
  expect(joined.isIncomplete).toBe(true);
});

test("leaves one diff as it is", () => {
  const one = diffOf("shop/dev");
  expect(joinedDiffs([one])).toBe(one);
});

test("joins the targets that may be outside the directory, once each", () => {
  const joined = joinedDiffs([{ ...diffOf("a"), allowedExternal: ["1*", "2*"] }, diffOf("b"), { ...diffOf("c"), allowedExternal: ["2*"] }]);
  expect(joined.allowedExternal).toEqual(["1*", "2*"]);
});

test("names a stack without resources, and joins nothing to nothing", () => {
  expect(joinedDiffs([{ ...diffOf("a"), stack: undefined }, diffOf("b")]).remarks[0]).toBe("an empty stack: a remark");
  expect(() => joinedDiffs([])).toThrow("there is no diff to join");
});
