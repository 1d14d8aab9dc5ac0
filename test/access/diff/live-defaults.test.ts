import { expect, test } from "vitest";
import type { Clients } from "../../../provider/client/client-registry.ts";
import { demo } from "../../../provider/simulator/index.ts";
import { lookUp } from "../../../sdk/access/diff/live-lookup.ts";
import type { Step } from "../../../sdk/access/diff/preview.ts";
import { share } from "../../command/fixture.ts";
import { createHarness } from "../../support/harness.ts";

const stepOf = (inputs: Record<string, unknown>, explicitProvider?: string): Step => {
  const options = {
    shareIdSources: [],
    pendingReplacement: false,
    retainOnDelete: false,
    deletedWith: undefined,
    isRead: false,
    explicitProvider,
  };
  return { op: "create", urn: "urn", kind: "ResourceShare", before: undefined, after: { id: undefined, inputs, outputs: {}, ...options } };
};

/** Clients of the owner as the default account, and of the account that owns another directory. */
async function service() {
  const { simulator, run } = createHarness({ limits: false, pace: "fast" });
  const { host } = run();
  const [owner, other] = [await host.client(demo.owner, undefined), await host.client(demo.otherOwner, undefined)];
  const asked: (string | undefined)[] = [];
  const clients: Clients = {
    client: (account) => {
      asked.push(account);
      return account === undefined ? owner : other;
    },
    device: () => {
      throw new Error("the device API is not part of the test");
    },
  };
  return { simulator, owner, other, clients, asked };
}

test("reads the name of each type's default permission, and of no other permission", async () => {
  const { clients } = await service();
  const { defaults, remarks } = await lookUp(clients, []);
  expect(defaults.get("VSwitch")).toBe("AliyunRSDefaultPermissionVSwitch");
  expect([...defaults.values()].filter((name) => !name.startsWith("AliyunRSDefaultPermission"))).toEqual([]);
  expect([...defaults.keys()].toSorted().slice(0, 3)).toEqual(["CapacityReservation", "CompliancePack", "ElasticityAssurance"]);
  expect(remarks).toEqual([]);
});

test("reads the shares of each account in the preview once, by their ids, and of none that an explicit provider has", async () => {
  const { simulator, owner, other, clients, asked } = await service();
  const ids = [await share(owner, { name: "one" }), await share(other, { name: "two" })];
  simulator.outOfBand.settleNow();
  const live = await lookUp(clients, [
    stepOf({ account: "other" }),
    stepOf({ account: "other" }),
    stepOf({ account: "hidden" }, "consumer"),
  ]);
  expect([...live.shares].map(([id, snapshot]) => [id, snapshot.share.name]).toSorted()).toEqual([
    [ids[0], "one"],
    [ids[1], "two"],
  ]);
  expect(asked.filter((account) => account !== undefined)).toEqual(["other"]);
  expect(live.remarks).toEqual(["the account of the explicit provider consumer is not read: a preview does not show its credentials"]);
});
