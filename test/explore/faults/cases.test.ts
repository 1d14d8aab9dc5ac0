import { describe, expect, it } from "vitest";
import { bindings } from "../../support/bindings/bound-provider.ts";
import { casesOf, modelOf, run } from "./cases.ts";
import { scenarios } from "./scenarios.ts";
import { injectedFaults } from "./fault-kinds.ts";

/** These tests run one case out of this many; `npm run faults` runs all. The core is the same, so the plugin's share is smaller. */
const outOf = { dynamic: 9, plugin: 45 };

describe("a run in which one call fails, or one process dies", () => {
  it.each(
    bindings.flatMap((binding) =>
      scenarios.map(
        (scenario, index) => [binding === "plugin" ? `plugin, ${scenario.name}` : scenario.name, scenario, index, binding] as const,
      ),
    ),
  )(
    "reaches the program's desired state after at most two reruns: %s",
    async (_, scenario, index, binding) => {
      const model = await modelOf(scenario, binding);
      const cases = casesOf(model);
      const everyNth = Math.min(outOf[binding], cases.length);
      // The selection is deterministic: every fault is injected in every part of the scenarios, and with dynamic resources every call meets at least two faults.
      const tried = cases.filter((_case, place) => (place + Math.floor(place / injectedFaults.length) + index) % everyNth === 0);
      expect(tried.length).toBeGreaterThan(0);
      for (const one of tried) {
        const { name, problems, reruns } = await run(one);
        expect(problems, name).toEqual([]);
        expect(reruns, name).toBeLessThanOrEqual(2);
      }
    },
    300_000,
  );

  it.each(scenarios.filter(({ name }) => /^ResourceShare.*: create$/.test(name)).map((scenario) => [scenario.name, scenario] as const))(
    "meets a documented exception only when it is killed after the create tag is removed or while lists lag: %s",
    async (_, scenario) => {
      const killed = casesOf(await modelOf(scenario)).filter(({ injected }) => injected.kind === "killed" && injected.at === "after");
      const exceptions: string[] = [];
      for (const one of killed) {
        const { name, problems, exception } = await run(one);
        expect(problems, name).toEqual([]);
        if (exception !== undefined) exceptions.push(`${one.call.operation}: ${exception}`);
      }
      const lags = scenario.options !== undefined;
      expect(exceptions.filter((text) => text.endsWith("not listed yet")).length > 0).toBe(lags);
      const tagRemoved = exceptions.filter((text) => text.endsWith("create tag removed, id not written"));
      expect(tagRemoved[0]).toBe("UntagResources: create tag removed, id not written");
      // The twentieth tag replaces the create tag, one call later.
      expect(tagRemoved.slice(1)).toEqual(/twenty/.test(scenario.name) ? ["TagResources: create tag removed, id not written"] : []);
    },
    300_000,
  );

  it("repeats an action on a device only when it is killed before the state is written", async () => {
    const scenario = scenarios.find(({ name }) => name === "DeviceAction: create");
    if (!scenario) throw new Error("there is no such scenario");
    const killed = casesOf(await modelOf(scenario)).filter(({ injected }) => injected.kind !== "fault");
    const met: string[] = [];
    for (const one of killed) {
      const { name, problems, exception } = await run(one);
      expect(problems, name).toEqual([]);
      if (exception !== undefined) met.push(`${one.call.operation} ${one.injected.name}: ${exception}`);
    }
    const found = met.filter((text) => !/killed before it is sent/.test(text));
    expect(found.filter((text) => !text.endsWith("done to a device, not written"))).toEqual([]);
    for (const operation of ["ExecuteScene", "ExecuteSmartHomeScene", "CreatePlayingList"])
      expect(
        found.some((text) => text.startsWith(operation)),
        operation,
      ).toBe(true);
    expect(found.filter((text) => text.startsWith("GetCallerIdentity"))).toEqual([]);
  });
});
