import { expect, test } from "vitest";
import { openBinding } from "../binding.ts";
import { interruptsOf, lateInterruptsOf } from "./cases.ts";
import { isWrite, type KillCase } from "./fixture.ts";
import type { KillPoint } from "./kill-at-call.ts";
import { interruptedLifecycles } from "./lifecycles.ts";
import { lostCases } from "./run-cases.ts";

/** Returns the interrupts at the first write of each step, or at its first call. */
function atFirstWrite(cases: readonly KillCase[], target: KillPoint["target"]): KillCase[] {
  const ofTarget = cases.filter(({ killPoint }) => killPoint.target === target);
  return [...Map.groupBy(ofTarget, ({ step }) => step).values()].flatMap(
    (ofStep) => ofStep.find(({ killPoint }) => isWrite(killPoint.operation ?? "")) ?? ofStep.slice(0, 1),
  );
}

// The samples are small; `npm run interrupts` interrupts at every call of every resource.
test.concurrent.each([
  ["dynamic", "ShareAssociation", "interrupt"],
  ["plugin", "ShareTags", "two interrupts"],
] as const)(
  "records what the service has after Ctrl-C during a call, and converges when the command runs again: %s, %s, %s",
  async (name, resource, target) => {
    await using binding = await openBinding(name);
    const lifecycle = interruptedLifecycles.find((candidate) => candidate.resource === resource);
    if (lifecycle === undefined) throw new Error(`no lifecycle of ${resource}`);
    const cases: typeof interruptsOf = (...parts) => atFirstWrite(interruptsOf(...parts), target);
    expect(await lostCases({ binding, lifecycle, stacks: 1, cases })).toEqual({});
  },
  1_200_000,
);

test.concurrent("converges when the service executes a write of the plugin after the interrupted command has stopped waiting for it", async () => {
  await using binding = await openBinding("plugin");
  const lifecycle = interruptedLifecycles.find(({ resource }) => resource === "ShareTags");
  if (lifecycle === undefined) throw new Error("no lifecycle of ShareTags");
  // The first write is executed too late for its answer.
  const cases: typeof lateInterruptsOf = (...parts) =>
    lateInterruptsOf(...parts)
      .filter(({ killPoint }) => killPoint.moment === "before")
      .slice(0, 1);
  expect(await lostCases({ binding, lifecycle, stacks: 1, cases })).toEqual({});
}, 1_200_000);
