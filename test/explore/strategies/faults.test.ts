import { describe, expect, it } from "vitest";
import { bindings } from "../../support/bindings/bound-provider.ts";
import { callFaults } from "../faults/call-faults.ts";
import { scenarios } from "../programs/scenarios.ts";
import { casesOf, type FaultCase, type Outcome, referenceOf, runCase } from "./cases.ts";

/** These tests run one case out of this many; `npm run explore -- --strategy faults` runs all. */
const outOf = { dynamic: 60, plugin: 100 };
/** Few cases have two faults at a time, or refuse a change of what others have added: all of them are tried. */
function isAlwaysTried({ fault, isUndone, reference: { binding, scenario } }: FaultCase): boolean {
  if (binding === "plugin") return false;
  return isUndone ? scenario.others !== undefined && fault.name.startsWith("403 from here on") : fault.hasOldLists === true;
}

describe("a run in which one call fails, or one process dies", () => {
  it.each(
    bindings.flatMap((binding) => scenarios.map((scenario, index) => [`${binding}, ${scenario.name}`, scenario, index, binding] as const)),
  )(
    "reaches the desired state of the program, or of the program before, within two reruns after a fault or a kill: %s",
    async (_, scenario, index, binding) => {
      const cases = casesOf(await referenceOf(scenario, binding));
      const everyNth = Math.min(outOf[binding], cases.length);
      // The selection is deterministic, and meets every fault in some scenario.
      const isSelected = (place: number) => (place + Math.floor(place / callFaults.length) + index) % everyNth === 0;
      const tried = cases.filter((one, place) => isSelected(place) || isAlwaysTried(one));
      expect(tried.length).toBeGreaterThan(0);
      const outcomes: Outcome[] = [];
      for (const one of tried) outcomes.push(await runCase(one));
      expect(outcomes.filter(({ problems, reruns }) => problems.length > 0 || reruns > 2)).toEqual([]);
    },
    300_000,
  );

  /** Runs the cases of a scenario that a condition selects; returns the exceptions that they meet, without problems. */
  async function exceptionsOf(name: string, isTried: (faultCase: FaultCase) => boolean): Promise<string[]> {
    const scenario = scenarios.find((one) => one.name === name);
    if (!scenario) throw new Error(`there is no scenario ${name}`);
    const met: string[] = [];
    for (const one of casesOf(await referenceOf(scenario)).filter(isTried)) {
      const { problems, exception } = await runCase(one);
      expect(problems, `${one.call.operation}, ${one.fault.name}`).toEqual([]);
      if (exception !== undefined) met.push(`${one.call.operation}: ${exception}`);
    }
    return met;
  }

  it.each([
    ["ResourceShare: create", ["UntagResources"], false],
    // The twentieth tag replaces the create tag, one call later.
    ["ResourceShare with twenty tags: create", ["UntagResources", "TagResources"], false],
    ["ResourceShare, listed after 2 s: create", ["UntagResources"], true],
  ] as const)(
    "loses a share only when the process is killed after the create tag is removed or while lists lag: %s",
    async (name, atEnd, isLate) => {
      const met = await exceptionsOf(name, ({ fault }) => fault.process === "killed after it");
      const removed = met.filter((text) => text.endsWith("create tag removed, id not written"));
      expect(removed).toEqual(atEnd.map((operation) => `${operation}: create tag removed, id not written`));
      expect(met.length > removed.length).toBe(isLate);
    },
  );

  it("repeats an action on a device only when the process is killed before the state is written", async () => {
    const met = await exceptionsOf("DeviceAction: create", ({ fault }) => /killed after it/.test(fault.process ?? ""));
    expect(met.filter((text) => !text.endsWith("done to a device, not written"))).toEqual([]);
    const operations = new Set(met.map((text) => text.split(":")[0]));
    for (const operation of ["ExecuteScene", "ExecuteSmartHomeScene", "CreatePlayingList"]) expect(operations).toContain(operation);
    expect(operations).not.toContain("GetCallerIdentity");
  });
});
