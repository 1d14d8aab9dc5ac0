import { expect, test } from "vitest";
import { phaseOf, pollIntervalMs, type WaitTable } from "../../../provider/lifecycle/polling/wait-table.ts";

interface Light {
  readonly colour: "red" | "green" | "dark";
  readonly blinks?: boolean;
}

const go: WaitTable<Light["colour"], Light> = {
  name: "green",
  states: { red: ({ blinks }) => (blinks === true ? "failed" : "wait"), green: "done", dark: "failed" },
  absent: "failed",
};

test.each<[Light | undefined, string]>([
  [{ colour: "green" }, "done"],
  [{ colour: "dark" }, "failed"],
  [{ colour: "red" }, "wait"],
  [{ colour: "red", blinks: true }, "failed"],
  [undefined, "failed"],
])("classifies %j as %s", (item, judgement) => {
  expect(phaseOf(go, item, ({ colour }) => colour)).toBe(judgement);
});

test("pauses a quarter of a second first, then half as long again each time, up to five seconds", () => {
  expect([1, 2, 3, 8, 9, 100].map(pollIntervalMs)).toEqual([250, 375, 562.5, 250 * 1.5 ** 7, 5000, 5000]);
});
