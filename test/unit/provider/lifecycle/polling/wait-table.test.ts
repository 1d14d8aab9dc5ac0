import { expect, test } from "vitest";
import { phaseOf, type WaitTable } from "../../../../../provider/lifecycle/polling/wait-table.ts";

interface Light {
  readonly colour: "red" | "green" | "dark";
  readonly blinks?: boolean;
}

const go: WaitTable<Light["colour"], Light> = {
  name: "green",
  states: { red: ({ blinks }) => (blinks === true ? "failed" : "pending"), green: "target", dark: "failed" },
  absent: "failed",
};

test.each<[Light | undefined, string]>([
  [{ colour: "green" }, "target"],
  [{ colour: "dark" }, "failed"],
  [{ colour: "red" }, "pending"],
  [{ colour: "red", blinks: true }, "failed"],
  [undefined, "failed"],
])("classifies %j as %s", (item, phase) => {
  expect(phaseOf(go, item, ({ colour }) => colour)).toBe(phase);
});
