import { expect } from "vitest";
import type { BoundDriver } from "../bindings/bound-driver.ts";
import type { Token } from "../harness.ts";
import { type Harness, type Scenario, urn } from "../resource-suite.ts";
import { checkedBy, diffOf, noChange, plain, refresh, up, updateIfChanged } from "./steps.ts";

/** The whole life of a resource, for every kind and any transport; each call of `open` starts a provider process. */
export async function runLifecycle(token: Token, scenario: Scenario, harness: Harness, open: () => BoundDriver): Promise<void> {
  const self = urn(token);
  const driver = open();
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
  const last = open();
  await last.delete(made, { urn: self });
  if (token !== "DirectorySharing") expect(await refresh(last, made, self)).toBeUndefined();
  await last.delete(made, { urn: self });
  expect(harness.simulator.invariants()).toEqual([]);
}
