import { describe, expect, it } from "vitest";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { resources } from "../../../provider/resources/index.ts";
import { type BoundDriver, boundDriver, type Stored } from "../bindings/bound-driver.ts";
import { createHarness, type Runner, type Token } from "../harness.ts";
import { type Harness, type Scenario, urn } from "../resource-suite.ts";
import { checkedBy, diffOf, noChange, plain, refresh, timeless, unknownAt, unordered, up, updateIfChanged } from "./steps.ts";

/** Registers the common tests of every kind of resource, over a binding. */
export function resourceContract(binding: Binding, token: Token, scenario: Scenario): void {
  const self = urn(token);
  const open = (options = scenario.options) => createHarness(options);
  /** Starts a provider process. */
  const run = (harness: Harness, runner: Runner | undefined = scenario.runner) => boundDriver(binding, harness.run(runner), token);
  const resource = resources.find((candidate) => candidate.token === token);
  /** Creates an object in a service of its own. */
  async function start() {
    const harness = open();
    const inputs = await scenario.prepare(harness);
    return { harness, inputs, made: await up(run(harness), inputs, self) };
  }
  /** Creates an object that cannot settle in the time given, in a service of its own. */
  async function startUnsettled(timeoutMs: number) {
    const harness = open(scenario.stalled);
    const inputs = await scenario.prepare(harness);
    scenario.stall?.(harness);
    const driver = run(harness);
    const began = harness.clock.now();
    const kept = await driver.create(await checkedBy(driver, inputs, self), { urn: self, timeoutMs });
    return { harness, inputs, kept, tookMs: harness.clock.now() - began };
  }

  describe(`${token} over ${binding}, as every resource,`, () => {
    it(`creates, reads, changes in every argument and deletes ${token}, and deletes it again`, async () => {
      const harness = open();
      const driver = run(harness);
      const first = await scenario.prepare(harness);
      let made = await up(driver, first, self);
      expect(await diffOf(driver, made, first, self)).toEqual(noChange);
      expect(plain((await refresh(driver, made, self))?.state)).toEqual(plain(made.state));
      let inputs = first;
      for (const [name, value] of scenario.changes) {
        inputs = { ...inputs, [name]: value };
        const difference = await driver.diff(made, await checkedBy(driver, inputs, self, made.inputs), { urn: self });
        expect(difference).toMatchObject({ changed: [name], replaces: [] });
        made = await updateIfChanged(driver, made, inputs, self);
        expect(await diffOf(driver, made, inputs, self)).toEqual(noChange);
        const read = await refresh(driver, made, self);
        expect(plain(read?.state), `after ${name} has changed`).toEqual(plain(made.state));
      }
      // A run that has found the object up to date never deletes it.
      const last = run(harness);
      await last.delete(made, { urn: self });
      if (token !== "DirectorySharing") expect(await refresh(last, made, self)).toBeUndefined();
      await last.delete(made, { urn: self });
      expect(harness.simulator.invariants()).toEqual([]);
    }, 120_000);

    it(`has a scenario for every argument of ${token}: it changes in place, replaces, counts at creation only, or has no effect`, () => {
      const names = [
        ...new Set(scenario.changes.map(([name]) => name)),
        ...Object.keys(scenario.ineffective ?? {}),
        ...Object.keys(scenario.replacements),
        ...(resource?.onCreateOnly ?? []),
      ];
      expect(names.toSorted()).toEqual(Object.keys(resource?.inputs.shape ?? {}).toSorted());
      expect(Object.keys(scenario.replacements).toSorted()).toEqual([...(resource?.replaceOn ?? [])].toSorted());
    });

    it(`adopts ${token} by id without a second object`, async () => {
      const { harness, inputs, made } = await start();
      const before = { shares: harness.shares(), grants: harness.simulator.grants() };
      const adopted = await up(run(harness), { ...inputs, adopt: made.id }, urn(token, "other"));
      expect(adopted.id).toBe(made.id);
      expect(plain(adopted.state)).toEqual(plain(made.state));
      expect({ shares: harness.shares(), grants: harness.simulator.grants() }).toEqual(before);
      const driver = run(harness);
      expect(await diffOf(driver, adopted, { ...inputs, adopt: made.id }, self)).toEqual(noChange);
      expect(await diffOf(driver, adopted, inputs, self)).toEqual(noChange);
    });

    it(`refuses to adopt ${token} when it does not exist`, async () => {
      const { harness, inputs, made } = await start();
      scenario.remove(harness, made);
      await expect(up(run(harness), { ...inputs, adopt: made.id }, self)).rejects.toThrow(/adopt: there is no/);
    });

    it(`detects in a refresh that ${token} is gone`, async () => {
      const { harness, made } = await start();
      scenario.remove(harness, made);
      await harness.clock.sleep(1000);
      expect(await refresh(run(harness), made, self)).toBeUndefined();
    });

    it(`previews ${token} without calls, and makes none in a second run of the same program`, async () => {
      const { harness, inputs, made } = await start();
      const before = harness.calls().length;
      const second = run(harness);
      expect(await updateIfChanged(second, made, inputs, self)).toBe(made);
      let changing = inputs;
      for (const [name, value] of scenario.changes) {
        changing = { ...changing, [name]: value };
        const wanted = await checkedBy(second, changing, self, made.inputs);
        await second.diff(made, wanted, { urn: self });
      }
      expect(harness.calls().length).toBe(before);
    });

    it(`replaces ${token} on exactly the declared arguments`, async () => {
      const { harness, inputs, made } = await start();
      const driver = run(harness);
      for (const [name, value] of Object.entries(scenario.replacements)) {
        const wanted = await checkedBy(driver, { ...inputs, ...value }, self, made.inputs);
        expect((await driver.diff(made, wanted, { urn: self })).replaces, name).toEqual([name]);
      }
    });

    it(`keeps the id of ${token} when it does not settle, reports the last state, and continues in the next run`, async () => {
      const { harness, inputs, kept, tookMs } = await startUnsettled(20_000);
      expect(kept.failure?.message).toMatch(/has not settled after \d+ s: .+ at the last of \d+ polls/);
      // A call under way at the deadline still goes through its own attempts.
      expect(tookMs).toBeLessThan(31_000);
      expect(kept.id).not.toBe("");
      const before = harness.shares();
      scenario.release(harness);
      const second = run(harness);
      const resumed = await updateIfChanged(second, kept, inputs, self);
      expect(resumed.id).toBe(kept.id);
      expect(await diffOf(second, resumed, inputs, self)).toEqual(noChange);
      expect(plain((await refresh(second, resumed, self))?.state)).toEqual(plain(resumed.state));
      expect(harness.shares()).toEqual(before);
    });

    it(`refreshes and deletes ${token} when it has not settled`, async () => {
      const { harness, kept } = await startUnsettled(2_000);
      const second = run(harness);
      const read = await refresh(second, kept, self);
      scenario.release(harness);
      await second.delete(read ?? kept, { urn: self });
      // To a receiver, an acceptance that has not settled and one whose share was left look the same.
      if (token === "InvitationAcceptor") expect(harness.simulator.grants()).toEqual([]);
      else if (token !== "DirectorySharing") expect(await refresh(second, kept, self)).toBeUndefined();
      expect(harness.simulator.invariants()).toEqual([]);
    });

    it.each(Object.keys(scenario.drifts))(`detects an out-of-band change of ${token}'s %s and reverts it`, async (property) => {
      const { harness, inputs, made } = await start();
      const driver = run(harness);
      scenario.drifts[property]?.(harness, made);
      await harness.clock.sleep(1000);
      const second = run(harness);
      const seen = await refresh(second, made, self);
      if (seen === undefined) throw new Error("it is gone");
      expect((await diffOf(driver, seen, inputs, self)).changed).toEqual([property]);
      // With `ignoreChanges` the engine passes the argument as the refresh has found it. This one contradicts the targets then.
      if (property !== "allowExternalTargets")
        expect(await diffOf(driver, seen, { ...inputs, [property]: seen.inputs[property] }, self)).toEqual(noChange);
      const repaired = await updateIfChanged(second, seen, inputs, self);
      expect(unordered(timeless((await refresh(second, repaired, self))?.state))).toEqual(unordered(timeless(made.state)));
      expect(harness.simulator.invariants()).toEqual([]);
    });

    it(`rejects an unknown argument of ${token} and names the nearest one`, async () => {
      const harness = open();
      const [typed, meant] = scenario.misspelt;
      const { failures } = await run(harness).check({ [typed]: "x" }, { urn: self });
      expect(failures).toContainEqual({ property: typed, reason: `is not an argument of ${token}; did you mean \`${meant}\`?` });
      expect(harness.calls()).toEqual([]);
    });

    it(`reports all failures of ${token}'s arguments at once`, async () => {
      const harness = open();
      const [inputs, properties] = scenario.wrong;
      const { failures } = await run(harness).check(inputs, { urn: self });
      expect(failures.map(({ property }) => property).toSorted()).toEqual([...properties].toSorted());
      expect(harness.calls()).toEqual([]);
    });

    it(`accepts any unknown value in the arguments of ${token} and shows it as a change`, async () => {
      const { harness, inputs, made } = await start();
      const driver = run(harness);
      const before = harness.calls().length;
      for (const [name, value] of [...Object.entries(inputs), ...scenario.changes]) {
        for (const partlyUnknown of unknownAt(value)) {
          const checked = await driver.check({ ...inputs, [name]: partlyUnknown }, { urn: self }, made.inputs);
          expect(checked.failures, name).toEqual([]);
          expect((await driver.diff(made, checked.inputs, { urn: self })).changed, name).toContain(name);
        }
      }
      expect(harness.calls().length).toBe(before);
    });

    // Dynamic resources cannot be imported.
    if (binding === "plugin") importTests(scenario, start, run, self);

    it(`treats null as absent in the arguments and the state of ${token}`, async () => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const nothing = Object.fromEntries((resource ? Object.keys(resource.inputs.shape) : []).map((name) => [name, null]));
      const made = await up(run(harness), { ...nothing, ...inputs }, self);
      const older = { ...made, state: { ...nothing, ...made.state } };
      expect(await diffOf(run(harness), older, { ...nothing, ...inputs }, self)).toEqual(noChange);
      const read = await refresh(run(harness), older, self);
      expect(plain(read?.state)).toEqual(plain(made.state));
    });
  });
}

function importTests(
  scenario: Scenario,
  start: () => Promise<{ readonly harness: Harness; readonly made: Stored }>,
  run: (harness: Harness, runner?: Runner) => BoundDriver,
  self: string,
): void {
  it("imports a resource of the plugin by each documented id, shows no change then, and binds it to its account", async () => {
    const { harness, made } = await start();
    for (const id of scenario.importIds(made)) {
      const found = await run(harness).read({ id, state: {}, inputs: {} }, { urn: self });
      if (found === undefined) throw new Error(`${id} is not found`);
      expect(found.state["accountId"]).toBe(scenario.runner?.accountId ?? harness.owner);
      expect(await diffOf(run(harness), found, found.inputs, self), id).toEqual(noChange);
      expect(plain((await refresh(run(harness), found, self))?.state), id).toEqual(plain(found.state));
      const before = harness.calls().length;
      await expect(run(harness, { accountId: demo.network }).delete(found, { urn: self })).rejects.toThrow(/is managed from account/);
      expect(harness.writes(before)).toEqual([]);
    }
  });
}
