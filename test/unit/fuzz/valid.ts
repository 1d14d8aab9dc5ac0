import { pushDeviceNotification } from "../../support/device-actions.ts";
import { createHarness } from "../../support/harness.ts";
import { scenarios, tokens } from "../../support/resource-scenarios.ts";

const internals = { __provider: "text", __timeouts: { create: "2s", delete: "1h30m" } };
const ofScenarios = tokens.map(async (token) => {
  const { changes, prepare } = scenarios[token];
  // The first change of an argument has a value for it.
  const changed = Object.fromEntries(changes.toReversed());
  return [token, { ...internals, ...changed, ...(await prepare(createHarness())), account: "second", region: "cn-shanghai" }] as const;
});

/** Valid arguments of each kind of resource, as the engine passes them. */
export const validArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...Object.fromEntries(await Promise.all(ofScenarios)),
  DeviceAction: { ...internals, ...pushDeviceNotification("hello"), triggers: { at: "1" } },
};
