import { expect, test } from "vitest";
import { failureCauses } from "../../../../../sdk/fleet/report/failure-causes.ts";
import { resultOf } from "./sample-result.ts";

const failed = (name: string, ...reasons: string[]) => resultOf(name, { status: "failed", reasons });

test("groups messages that differ in ids, numbers and the name of the stack, and puts the most frequent first", () => {
  const stacks = [
    failed("a", "the policy naming stops it"),
    failed("share-1", "share-1: CreateResourceShare failed: LimitExceeded: 20 shares of rs-abc1 (request 9F-1)"),
    failed("share-2", "share-2: CreateResourceShare failed: LimitExceeded: 20 shares of rs-abc2 (request 9F-2)"),
    resultOf("fine"),
    resultOf("skipped", { status: "skipped", because: ["a"] }),
  ];
  expect(failureCauses(stacks)).toEqual([
    { cause: "share-1: CreateResourceShare failed: LimitExceeded: 20 shares of rs-abc1 (request 9F-1)", stacks: ["share-1", "share-2"] },
    { cause: "the policy naming stops it", stacks: ["a"] },
  ]);
});

test("keeps different causes apart, and names a stack under each of its causes", () => {
  expect(failureCauses([failed("a", "no permission", "no quota"), failed("b", "no quota")])).toEqual([
    { cause: "no quota", stacks: ["a", "b"] },
    { cause: "no permission", stacks: ["a"] },
  ]);
});
