import { expect, test } from "vitest";
import { CreateResourceShare } from "../../../../provider/api/shares.ts";
import { type Clients, createClients } from "../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { lookUp } from "../../../../access/diff/live-lookup.ts";
import type { Step } from "../../../../access/diff/preview.ts";
import { accountKey } from "../../../../access/diff/shares/owner-account.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { served, share as shareAt } from "../../cli/fixture.ts";
import { createHarness } from "../../../support/harness.ts";

const creation = (inputs: Record<string, unknown>, explicitProvider?: string): Step => {
  const options = { shareIdSources: [], pendingReplacement: false, retainOnDelete: false, deletedWith: undefined, explicitProvider };
  return { op: "create", urn: "urn", kind: "ResourceShare", before: undefined, after: { id: undefined, inputs, outputs: {}, ...options } };
};

test("reads shares in every region of the preview, with permissions for types that they do not hold yet", async () => {
  await using service = await served();
  const clients = createClients(readConfiguration({}, service.environment()));
  const request = { ResourceShareName: "there", PermissionNames: ["AliyunRSPermissionImageReadOnly"] };
  const { ResourceShare: share } = await clients.client(undefined, "cn-shanghai").call(CreateResourceShare, request);
  const [here, there] = [await lookUp(clients, []), await lookUp(clients, [creation({ region: "cn-shanghai" })])];
  expect(here.shares.has(share.ResourceShareId)).toBe(false);
  const skipped = await lookUp(clients, [creation({ region: "cn-beijing" }, "consumer")]);
  expect(skipped.remarks).toEqual(["the account of the explicit provider consumer is not read: a preview does not show its credentials"]);
  expect(there.accounts).toEqual(new Map([[accountKey(undefined), demo.owner]]));
  expect(there.shares.get(share.ResourceShareId)?.permissions).toEqual(new Map([["Image", "AliyunRSPermissionImageReadOnly"]]));
});

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
  const ids = [await shareAt(owner, { name: "one" }), await shareAt(other, { name: "two" })];
  simulator.outOfBand.settleNow();
  const live = await lookUp(clients, [
    creation({ account: "other" }),
    creation({ account: "other" }),
    creation({ account: "hidden" }, "consumer"),
  ]);
  expect([...live.shares].map(([id, snapshot]) => [id, snapshot.share.name]).toSorted()).toEqual([
    [ids[0], "one"],
    [ids[1], "two"],
  ]);
  expect(new Set(asked)).toEqual(new Set([undefined, "other"]));
  expect(live.remarks).toEqual(["the account of the explicit provider consumer is not read: a preview does not show its credentials"]);
});
