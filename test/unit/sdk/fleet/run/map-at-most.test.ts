import { expect, test } from "vitest";
import { mapAtMost } from "../../../../../sdk/fleet/run/map-at-most.ts";

test("works on at most so many items at a time, and returns the results in the order of the items", async () => {
  let running = 0;
  let most = 0;
  const results = await mapAtMost(3, [5, 1, 4, 2, 3], async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(3);
});
