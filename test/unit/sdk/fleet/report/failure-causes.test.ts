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
