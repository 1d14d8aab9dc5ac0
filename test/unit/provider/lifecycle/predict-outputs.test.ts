import { expect, test } from "vitest";
import { predictOutputs } from "../../../../provider/lifecycle/predict-outputs.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { resources } from "../../../../provider/resources/index.ts";
import { createHarness } from "../../../support/harness.ts";
import { scenarios, tokens } from "../../../support/resource-scenarios.ts";
import { checkedBy, up, updateIfChanged, urn } from "../../../support/resource-suite.ts";

function resourceOf(token: string) {
  const found = resources.find((one) => one.token === token);
  if (found === undefined) throw new Error(`no resource ${token}`);
  return found;
}

const plain = (values: Values) => JSON.parse(JSON.stringify(values)) as Values;
/** Returns the outputs that a prediction states. */
const certain = (predicted: Values) => plain(Object.fromEntries(Object.entries(predicted).filter(([, value]) => value !== UNKNOWN)));

test.each(tokens)("states nothing of %s that its creation or an update of each argument contradicts", async (token) => {
  const scenario = scenarios[token];
  const harness = createHarness(scenario.options);
  const driver = harness.run(scenario.runner).driver(token);
  let inputs = await scenario.prepare(harness);
  const self = urn(token);
  const first = predictOutputs(resourceOf(token), undefined, checkedBy(driver, inputs, self));
  let made = await up(driver, inputs, self);
  expect(plain(made.state)).toMatchObject(certain(first));
  for (const [name, value] of scenario.changes) {
    inputs = { ...inputs, [name]: value };
    const predicted = predictOutputs(resourceOf(token), made.state, checkedBy(driver, inputs, self));
    made = await updateIfChanged(driver, made, inputs, self);
    expect(plain(made.state), `after ${name} has changed`).toMatchObject(certain(predicted));
  }
});

const share = {
  name: "net",
  targets: [{ id: "1" }],
  owner: "100",
  status: "Active",
  associations: [{ kind: "Target", entityId: "1", status: "Associated" }],
  accountId: "100",
  createTime: "t",
  allowExternalTargets: false,
  exclusive: false,
};
const predictShare = (before: Values | undefined, wanted: Values) => predictOutputs(resourceOf("ResourceShare"), before, wanted);
const wanted = { name: "net", targets: [{ id: "1" }], allowExternalTargets: false, exclusive: false };

test("knows status, owner and associations of a share that is renamed", () => {
  const { status, owner, associations, updateTime } = predictShare(share, { ...wanted, name: "other" });
  expect({ status, owner, associations, updateTime }).toEqual({
    ...{ status: "Active", owner: "100" },
    associations: share.associations,
    updateTime: UNKNOWN,
  });
});

test("knows the owner only when targets change or are in progress", () => {
  const { owner, status } = predictShare(share, { ...wanted, targets: [{ id: "2" }] });
  expect({ owner, status }).toEqual({ owner: "100", status: UNKNOWN });
  const pending = { ...share, status: "Pending", associations: [{ ...share.associations[0], status: "Associating", external: true }] };
  expect(predictShare(pending, { ...wanted, name: "other" })["status"]).toBe(UNKNOWN);
});

test("does not know the status of a share that is open to external targets, because an association may have invited some", () => {
  const open = { allowExternalTargets: true };
  const { status, associations } = predictShare({ ...share, ...open }, { ...wanted, ...open, name: "other" });
  expect({ status, associations }).toEqual({ status: UNKNOWN, associations: share.associations });
  expect(predictShare(share, { ...wanted, ...open })["status"]).toBe(UNKNOWN);
});

test("knows the account of an update only when the state has it", () => {
  expect(predictShare({ ...share, accountId: undefined }, wanted)["accountId"]).toBe(UNKNOWN);
  expect(predictShare(undefined, wanted)["accountId"]).toBe(UNKNOWN);
});

test("predicts each argument as an output, except onCreateOnly ones", () => {
  const predicted = predictShare(undefined, { ...wanted, adopt: "rs-1" });
  expect(predicted).toMatchObject(wanted);
  expect(predicted).not.toHaveProperty("adopt");
});

test("knows an argument that the service sets by itself only where the program sets it, or nothing changes it", () => {
  const group = (before: Values | undefined, values: Values) => predictShare(before, { ...wanted, ...values })["resourceGroupId"];
  expect([group(undefined, {}), group(undefined, { resourceGroupId: "rg-1" })]).toEqual([UNKNOWN, "rg-1"]);
  const before = { ...share, resourceGroupId: "rg-1" };
  expect([group(before, { name: "other" }), group(before, { resourceGroupId: "rg-2" })]).toEqual(["rg-1", "rg-2"]);
});

test("knows nothing that an update reads again, because something is in progress", () => {
  const { owner, status, createTime } = predictShare({ ...share, creating: true }, { ...wanted, name: "other" });
  expect([owner, status, createTime]).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
});
