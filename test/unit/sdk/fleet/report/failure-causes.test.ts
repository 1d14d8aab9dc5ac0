import { expect, test } from "vitest";
import { failureCauses } from "../../../../../sdk/fleet/report/failure-causes.ts";
import { resultOf } from "./sample-result.ts";

const failed = (name: string, ...reasons: string[]) => resultOf(name, { status: "failed", reasons });

test("distinguishes the causes of a fleet's failures, and names a stack under each of its causes", () => {
  expect(failureCauses([failed("a", "no permission", "no quota"), failed("b", "no quota")])).toEqual([
    { cause: "no quota", stacks: ["a", "b"] },
    { cause: "no permission", stacks: ["a"] },
  ]);
});

test("keeps the command that unlocks each of a fleet's stacks", () => {
  const locked = (name: string) => failed(name, `the stack is locked: pulumi cancel --yes --stack ${name}`);
  expect(failureCauses([locked("share-1"), locked("share-2")]).map(({ stacks }) => stacks)).toEqual([["share-1"], ["share-2"]]);
});
