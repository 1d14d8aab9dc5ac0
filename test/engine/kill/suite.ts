import { afterAll, beforeAll, expect, test } from "vitest";
import { type Binding, type BindingName, openBinding } from "../binding.ts";
import { casesOf } from "./cases.ts";
import type { KillCase } from "./fixture.ts";
import type { ResourceLifecycle } from "./lifecycles.ts";
import { lostCases } from "./run-cases.ts";

/** The samples are always the same ones; `npm run kills` runs all cases. */
const SEED = 1;

/** Tests each lifecycle with a sample of its kills. They run side by side, because a rerun that resumes a creation waits. */
export function testKills(
  name: BindingName,
  tested: readonly ResourceLifecycle[],
  sample: (cases: readonly KillCase[], seed: number) => readonly KillCase[],
): void {
  let binding: Binding;
  beforeAll(async () => {
    binding = await openBinding(name);
  });
  afterAll(() => binding?.[Symbol.asyncDispose]());

  test.concurrent.each(tested)(
    `leaves a $resource in the program's state when engine or provider is killed at one of its calls and the program runs again: ${name}`,
    async (lifecycle) => {
      const stacks = lifecycle.resource === "ResourceShare" ? 2 : 1;
      expect(await lostCases({ binding, lifecycle, stacks, cases: (...parts) => sample(casesOf(...parts), SEED) })).toEqual({});
    },
    1_200_000,
  );
}
