import { describe, expect, it } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { type BoundDriver, boundDriver, type Stored } from "../../../support/bindings/bound-driver.ts";
import { bindings } from "../../../support/bindings/bound-provider.ts";
import { checkedBy, diffOf, refresh, timeless, up } from "../../../support/contract/steps.ts";
import { createHarness } from "../../../support/harness.ts";
import { aShare, invitation, scenarios, tokens } from "../../../support/resource-scenarios.ts";
import { urn } from "../../../support/resource-suite.ts";

describe.each(bindings.flatMap((binding) => tokens.map((token) => [binding, token] as const)))(
  "one %s process with a %s",
  (binding, token) => {
    const scenario = scenarios[token];
    const self = urn(token);
    const open = async () => {
      const harness = createHarness(scenario.options);
      const prepared = await scenario.prepare(harness);
      // The service shares a resource with another service once only, so a share with such a target has no replacement beside it.
      const inputs = token === "ResourceShare" ? { ...prepared, targets: [demo.member] } : prepared;
      const start = () => boundDriver(binding, harness.run(scenario.runner), token);
      return { harness, inputs, old: await up(start(), inputs, self), start };
    };
    /** Refreshes as the engine does: it reads, and compares what it has found with the arguments of the last run. */
    const refreshed = async (driver: BoundDriver, made: Stored) => {
      const seen = await refresh(driver, made, self);
      if (seen === undefined) throw new Error("it is gone");
      await driver.diff(seen, made.inputs, { urn: self });
      return seen;
    };
    const stateOf = async (driver: BoundDriver, made: Stored) => timeless((await refresh(driver, made, self))?.state);

    it("deletes a resource in a destroy with a refresh, and in an update with a refresh of a program without it", async () => {
      const { harness, old, start } = await open();
      const process = start();
      await process.delete(await refreshed(process, old), { urn: self });
      if (token !== "DirectorySharing") expect(await refresh(start(), old, self)).toBeUndefined();
      expect(harness.simulator.invariants()).toEqual([]);
    });

    it("keeps what the new object has when a forced replacement deletes the old one last, in the same run or after a kill", async () => {
      const { harness, inputs, old, start } = await open();
      const process = start();
      const seen = await refreshed(process, old);
      const replacement = await up(process, inputs, self);
      await process.delete(seen, { urn: self });
      const expected = timeless(replacement.state);
      expect(await stateOf(start(), replacement)).toEqual(expected);
      const next = start();
      expect((await diffOf(next, replacement, inputs, self)).changed).toEqual([]);
      await next.delete(seen, { urn: self });
      expect(await stateOf(start(), replacement)).toEqual(expected);
      expect(harness.simulator.invariants()).toEqual([]);
    });

    it("deletes a resource before its replacement is created, where the engine asks for that", async () => {
      const { harness, inputs, old, start } = await open();
      const process = start();
      await diffOf(process, old, inputs, self);
      // The engine checks once more before a replacement that it decides on itself, as after a change of a trigger.
      await checkedBy(process, inputs, self);
      await process.delete(old, { urn: self });
      if (token !== "DirectorySharing") expect(await refresh(start(), old, self)).toBeUndefined();
      expect(harness.simulator.invariants()).toEqual([]);
    });
  },
);

describe.each(bindings)("one %s process with an acceptor of two names of one account", (binding) => {
  const self = urn("InvitationAcceptor");
  const open = async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, invitation);
    const start = () =>
      boundDriver(binding, harness.run({ accounts: { before: demo.consumer, after: demo.consumer } }), "InvitationAcceptor");
    const old = await up(start(), { shareId, account: "before" }, self);
    return { harness, shareId, start, old };
  };

  it("keeps an account in the share when an acceptor replaces one with another name of the account, also after a kill", async () => {
    const { harness, shareId, start, old } = await open();
    const inputs = { shareId, account: "after" };
    const process = start();
    const difference = await diffOf(process, old, inputs, self);
    expect(difference.replaces).toEqual(["account"]);
    const replacement = await up(process, inputs, self);
    await process.delete(old, { urn: self });
    expect(harness.simulator.grants()).toHaveLength(1);
    const next = start();
    expect((await diffOf(next, replacement, inputs, self)).changed).toEqual([]);
    await next.delete(old, { urn: self });
    expect(harness.simulator.grants()).toHaveLength(1);
  });

  it("rejects a second acceptor of a share that names the same account by its id", async () => {
    const { shareId, start, old } = await open();
    const process = start();
    await diffOf(process, old, { shareId, account: "before" }, self);
    await expect(up(process, { shareId, account: "after" }, urn("InvitationAcceptor", "second"))).rejects.toThrow(
      new RegExp(`acceptance by account ${demo.consumer} in cn-hangzhou of ${shareId} is claimed by .* it and by .* second`),
    );
  });
});
