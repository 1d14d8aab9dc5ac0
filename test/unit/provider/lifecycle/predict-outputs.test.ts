import { expect, test } from "vitest";
import { predictOutputs } from "../../../../provider/lifecycle/predict-outputs.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { ResourceShare } from "../../../../provider/resources/share/resource-share.ts";

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
const predictShare = (before: Values | undefined, wanted: Values) => predictOutputs(ResourceShare, before, wanted);
const wanted = { name: "net", targets: [{ id: "1" }], allowExternalTargets: false, exclusive: false };

test("predicts the account id of an update only when the state has it", () => {
  const accountAfter = (before: Values | undefined) => predictShare(before, wanted)["accountId"];
  expect([share, { ...share, accountId: undefined }, undefined].map(accountAfter)).toEqual(["100", UNKNOWN, UNKNOWN]);
});

test("predicts each argument as an output, except onCreateOnly ones", () => {
  const predicted = predictShare(undefined, { ...wanted, adopt: "rs-1" });
  expect(predicted).toMatchObject(wanted);
  expect(predicted).not.toHaveProperty("adopt");
});

test("predicts an argument that the service sets by default as unknown, unless the program sets it or the state has it", () => {
  const group = (before: Values | undefined, values: Values) => predictShare(before, { ...wanted, ...values })["resourceGroupId"];
  expect([group(undefined, {}), group(undefined, { resourceGroupId: "rg-1" })]).toEqual([UNKNOWN, "rg-1"]);
  const before = { ...share, resourceGroupId: "rg-1" };
  expect([group(before, { name: "other" }), group(before, { resourceGroupId: "rg-2" })]).toEqual(["rg-1", "rg-2"]);
});

test.each([
  ["an operation is in progress", { ...share, creating: true }, { ...wanted, name: "other" }],
  ["the last update has failed, and nothing differs", share, wanted],
])("predicts no output that an update reads again, because %s", (_case, before, now) => {
  const { owner, status, createTime } = predictShare(before, now);
  expect([owner, status, createTime]).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
});
