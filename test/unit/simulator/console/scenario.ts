import type { Simulator, WorldFile } from "../../../../simulator/index.ts";
import { demo, demoWorld } from "../../../../simulator/world/demo.ts";
import { signed } from "../../../support/signer.ts";

type Parameters = Readonly<Record<string, string>>;

/** Calls an operation of the simulated service as one of its accounts. Returns the status of the response; 0 when none was sent. */
export function call(simulator: Pick<Simulator, "keys" | "deliver">, account: string, action: string, parameters: Parameters = {}): number {
  const key = simulator.keys.find(({ accountId }) => accountId === account);
  if (key === undefined) throw new Error(`the world has no key for ${account}`);
  const delivery = simulator.deliver(signed({ key, action, parameters }));
  return "response" in delivery ? delivery.response.status : 0;
}

/** Makes three shares, an accepted, an open and a failed association, calls that are throttled, and a scripted fault. Its calls are 350 ms apart. */
export function makeShares(simulator: Pick<Simulator, "keys" | "deliver" | "faults" | "outOfBand" | "advance">): void {
  const { owner, network, member, consumer, partner, folders } = demo;
  const callLater: typeof call = (...args) => {
    simulator.advance(350);
    return call(...args);
  };
  callLater(simulator, owner, "CreateResourceShare", {
    ResourceShareName: "shared-network",
    "Resources.1.ResourceType": "VSwitch",
    "Resources.1.ResourceId": "vsw-demo01",
    "Resources.2.ResourceType": "PrefixList",
    "Resources.2.ResourceId": "pl-demo01",
    "Targets.1": folders.apps,
    "Targets.2": network,
    "Tag.1.Key": "team",
    "Tag.1.Value": "network",
  });
  simulator.outOfBand.planFailure("s-demo01", { reason: "Unavailable", description: "the snapshot is being created" });
  callLater(simulator, owner, "CreateResourceShare", {
    ResourceShareName: "golden-images",
    AllowExternalTargets: "true",
    "Resources.1.ResourceType": "Image",
    "Resources.1.ResourceId": "m-demo01",
    "Resources.2.ResourceType": "Snapshot",
    "Resources.2.ResourceId": "s-demo01",
    "Targets.1": consumer,
    "Targets.2": partner,
  });
  callLater(simulator, owner, "CreateResourceShare", {
    ResourceShareName: "stack-templates",
    "Resources.1.ResourceType": "ROSTemplate",
    "Resources.1.ResourceId": "tpl-demo01",
    "Targets.1": demo.directory,
  });
  simulator.outOfBand.settleNow();
  simulator.faults.add({ operation: "ListResourceShares", times: 2, fault: { kind: "throttled", retryAfterMs: 500 } });
  for (let count = 0; count < 4; count += 1) callLater(simulator, member, "ListResourceShares", { ResourceOwner: "OtherAccounts" });
  callLater(simulator, consumer, "ListResourceShareInvitations");
  callLater(simulator, owner, "ListResourceShareAssociations", { AssociationType: "Target" });
  callLater(simulator, network, "UpdateResourceShare", { ResourceShareId: "rs-000001", ResourceShareName: "mine" });
  simulator.faults.add({ operation: "CreateResourceShare", account: owner, fault: { kind: "lost" } });
}

const createdAt = "2026-01-05T10:00:00.000Z";

/** The demonstration world with many shares, of two resources and two targets each. */
export function worldOfManyShares(count: number): WorldFile {
  const associations = (index: number) =>
    [
      ["Resource", "VSwitch", `vsw-${index}a`],
      ["Resource", "VSwitch", `vsw-${index}b`],
      ["Target", "Account", demo.member],
      ["Target", "Folder", demo.folders.core],
    ] as const;
  return {
    ...demoWorld,
    shares: Array.from({ length: count }, (_, index) => ({
      sequence: index * 5 + 1,
      id: `rs-${String(index + 1).padStart(6, "0")}`,
      name: `share-${index + 1}`,
      owner: demo.owner,
      status: "Active" as const,
      permissions: { VSwitch: { name: "AliyunRSDefaultPermissionVSwitch", version: "v2" } },
      createdAt,
      updatedAt: createdAt,
      associations: associations(index).map(([side, type, id], place) => ({
        sequence: index * 5 + place + 2,
        side,
        type,
        id,
        ...(side === "Resource" ? { arn: `acs:vpc:cn-hangzhou:${demo.owner}:vswitch/${id}` } : {}),
        status: "Associated" as const,
        createdAt,
        updatedAt: createdAt,
      })),
    })),
    counters: { share: count, invitation: 0, sequence: count * 5 },
  };
}
