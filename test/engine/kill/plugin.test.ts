import { afterAll, beforeAll, expect, test } from "vitest";
import { type Binding, openBinding } from "../binding.ts";
import { sampleSteps } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";
import { lostCases } from "./suite.ts";

let binding: Binding;
beforeAll(async () => {
  binding = await openBinding("plugin");
});
afterAll(() => binding?.[Symbol.asyncDispose]());

// Side by side, because a rerun that resumes a creation waits.
test.concurrent.each(lifecycles)(
  "leaves a $resource of the plugin in the program's state when engine or plugin is killed at a write of each step and the program runs again",
  async (lifecycle) => {
    expect(await lostCases({ binding, lifecycle, stacks: 1, sample: sampleSteps })).toEqual({});
  },
  1_200_000,
);
