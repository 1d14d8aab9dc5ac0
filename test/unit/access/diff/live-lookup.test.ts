import { expect, test } from "vitest";
import { createClients } from "../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { lookUp } from "../../../../access/diff/live-lookup.ts";
import type { Step } from "../../../../access/diff/preview.ts";
import { accountKey } from "../../../../access/diff/shares/owner-account.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { served, share } from "../../cli/fixture.ts";

const creation = (inputs: Record<string, unknown>, explicitProvider?: string): Step => {
  const options = { shareIdSources: [], pendingReplacement: false, retainOnDelete: false, deletedWith: undefined, explicitProvider };
  return { op: "create", urn: "urn", kind: "ResourceShare", before: undefined, after: { id: undefined, inputs, outputs: {}, ...options } };
};

/** A service, and clients of the owner as the default account and of the account `other`. */
async function open() {
  const service = await served();
  const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === demo.otherOwner) ?? {};
  const accounts = { RESOURCESHARE_ACCOUNTS: JSON.stringify({ other: { accessKeyId, accessKeySecret } }) };
  const clients = createClients(readConfiguration({}, { ...service.environment(), ...accounts }));
  return { ...service, clients };
}

test("reads shares in every region of the preview for `diff --live`, with permissions for types that they do not hold yet", async () => {
  await using service = await open();
  const { clients } = service;
  const id = await share(clients.client(undefined, "cn-shanghai"), { name: "there", permissions: ["AliyunRSPermissionImageReadOnly"] });
  const [here, there] = [await lookUp(clients, []), await lookUp(clients, [creation({ region: "cn-shanghai" })])];
  expect(here.shares.has(id)).toBe(false);
  expect(there.accounts).toEqual(new Map([[accountKey(undefined), demo.owner]]));
  expect(there.shares.get(id)?.permissions).toEqual(new Map([["Image", "AliyunRSPermissionImageReadOnly"]]));
});

test("reads the name of each type's default permission for `diff --live`, and of no other permission", async () => {
  await using service = await open();
  const { defaults, remarks } = await lookUp(service.clients, []);
  expect(defaults.get("VSwitch")).toBe("AliyunRSDefaultPermissionVSwitch");
  expect([...defaults.values()].filter((name) => !name.startsWith("AliyunRSDefaultPermission"))).toEqual([]);
  expect([...defaults.keys()].toSorted().slice(0, 3)).toEqual(["CapacityReservation", "CompliancePack", "ElasticityAssurance"]);
  expect(remarks).toEqual([]);
});

test("reads the shares of each account once for `diff --live`, by their ids, and none of an explicit provider", async () => {
  await using service = await open();
  const { clients, simulator } = service;
  const ids = [await share(clients.client(), { name: "one" }), await share(clients.client("other"), { name: "two" })];
  simulator.outOfBand.settleNow();
  simulator.forgetCalls();
  const ofOther = creation({ account: "other" });
  const live = await lookUp(clients, [ofOther, ofOther, creation({ account: "hidden" }, "consumer")]);
  expect([...live.shares].map(([id, snapshot]) => [id, snapshot.share.name]).toSorted()).toEqual([
    [ids[0], "one"],
    [ids[1], "two"],
  ]);
  const lists = simulator.calls.filter(({ operation }) => operation === "ListResourceShares");
  expect(lists.map(({ account }) => account).toSorted()).toEqual([demo.owner, demo.otherOwner].toSorted());
  expect(live.remarks).toEqual(["the account of the explicit provider consumer is not read: a preview does not show its credentials"]);
});
