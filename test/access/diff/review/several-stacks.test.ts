import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../sdk/access/diff/access-diff.ts";
import { noPolicies } from "../../../../sdk/access/diff/policies/policy-findings.ts";
import { joinedDiffs } from "../../../../sdk/access/diff/review/several-stacks.ts";
import { sample } from "../../sample.ts";

const diffOf = (stack: string): AccessDiff => ({
  stack,
  changes: sample.map((access) => ({ ...access, change: "gained", gap: false })),
  remarks: ["a remark"],
  unknownTargetShares: ["open"],
  policies: noPolicies,
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
