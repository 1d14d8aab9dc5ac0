import { expect, test } from "vitest";
import { progressOn } from "../../../../cli/fleet/progress.ts";
import { stackOf } from "../../sdk/fleet/sample.ts";
import { resultOf } from "../../sdk/fleet/report/sample-result.ts";

test("writes a progress line in `fleet` for each start and end of a stack, and counts the ends", () => {
  const lines: string[] = [];
  const terminal = { out: () => {}, err: (line: string) => void lines.push(line), interrupted: new Promise<void>(() => {}) };
  const progress = progressOn(terminal, 3);
  progress.started(stackOf("one"));
  progress.ended(resultOf("one", { resources: { create: 2, same: 1 } }));
  progress.ended(resultOf("two", { status: "failed", reasons: ["no permission"] }));
  progress.ended(resultOf("three", { status: "skipped", seconds: 0, because: ["two"] }));
  expect(lines).toEqual([
    "one: started",
    "one: succeeded after 2.5 s (2 create) [1 of 3]",
    "two: failed after 2.5 s (no permission) [2 of 3]",
    "three: skipped (because of two) [3 of 3]",
  ]);
});
