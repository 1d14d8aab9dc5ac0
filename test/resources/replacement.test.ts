import { describe, expect, it } from "vitest";
import type { Driver, Outcome } from "../../provider/lifecycle/driver.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { demo } from "../../provider/simulator/world/demo.ts";
import { createHarness } from "../support/harness.ts";
import { scenarios, tokens } from "../support/resource-scenarios.ts";
import { checkedBy, refresh, up, urn } from "../support/resource-suite.ts";

/** The state without the times, which differ between an object and its replacement. */
const timeless = (state: Values | undefined) =>
  JSON.parse(JSON.stringify(state ?? {}, (name, value: unknown) => (name.endsWith("Time") ? undefined : value))) as Values;

describe.each(tokens)("one provider process with a %s", (token) => {
  const scenario = scenarios[token];
  const self = urn(token);
  const open = async () => {
    const harness = createHarness(scenario.options);
    const prepared = await scenario.prepare(harness);
    // The service shares a resource with another service once only, so a share with such a target has no replacement beside it.
    const inputs = token === "ResourceShare" ? { ...prepared, targets: [demo.member] } : prepared;
    const old = await up(harness.run(scenario.runner).driverOfProcess(token), inputs, self);
    return { harness, inputs, old, driver: () => harness.run(scenario.runner).driverOfProcess(token) };
  };
  /** Refreshes as the engine does: it reads, and compares what it has found with the arguments of the last run. */
  const refreshed = async (driver: Driver, made: Outcome, inputs: Values) => {
    const seen = await refresh(driver, made, self);
    if (seen === undefined) throw new Error("it is gone");
    driver.diff(seen.id, seen.state, inputs, { urn: self });
    return seen;
  };

  it("is deleted by a destroy, and by an update of a program without it, that refresh first", async () => {
    const { harness, inputs, old, driver } = await open();
    const checked = checkedBy(driver(), inputs, self);
    const process = driver();
    const seen = await refreshed(process, old, checked);
    await process.delete(seen.id, seen.state, { urn: self });
    if (token !== "DirectorySharing") expect(await refresh(driver(), old, self)).toBeUndefined();
    expect(harness.simulator.invariants()).toEqual([]);
  });

  it("keeps what its replacement has when a forced replacement deletes the old object last, in the same run or after a kill", async () => {
    const { harness, inputs, old, driver } = await open();
    const process = driver();
    const seen = await refreshed(process, old, checkedBy(driver(), inputs, self));
    const replacement = await up(process, inputs, self);
    await process.delete(seen.id, seen.state, { urn: self });
    const expected = timeless(replacement.state);
    expect(timeless((await refresh(driver(), replacement, self))?.state)).toEqual(expected);
    const next = driver();
    expect(next.diff(replacement.id, replacement.state, checkedBy(next, inputs, self), { urn: self }).changed).toEqual([]);
    await next.delete(seen.id, seen.state, { urn: self });
    expect(timeless((await refresh(driver(), replacement, self))?.state)).toEqual(expected);
    expect(harness.simulator.invariants()).toEqual([]);
  });

  it("is deleted before its replacement is created, where the engine asks for that", async () => {
    const { harness, inputs, old, driver } = await open();
    const process = driver();
    const wanted = checkedBy(process, inputs, self);
    process.diff(old.id, old.state, wanted, { urn: self });
    // The engine checks once more before a replacement that it decides on itself, as after a change of a trigger.
    checkedBy(process, inputs, self);
    await process.delete(old.id, old.state, { urn: self });
    if (token !== "DirectorySharing") expect(await refresh(driver(), old, self)).toBeUndefined();
    expect(harness.simulator.invariants()).toEqual([]);
  });
});
