import type { Values } from "../../provider/lifecycle/resource.ts";
import { demo } from "../../simulator/world/demo.ts";
import type { Token } from "./harness.ts";
import { type Harness, type Scenario, up, urn } from "./resource-suite.ts";

export const portfolio = (id: string) => `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/${id}`;
export const permission = (type: string, kind: "ReadOnly" | "ReadWrite") => `AliyunRSPermission${type}${kind}`;
/** The content of a share with a switch that a member of the directory uses. */
export const switches = { resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member] };
/** The content of a share with a switch that an account outside the directory is invited to use. */
export const invitation = { allowExternalTargets: true, resources: switches.resources, targets: [demo.consumer] };
/** The property of a target that uses a share in some hours only. */
export const window = (endAtTime: string) => ({
  timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime, timezone: "UTC+8" },
});
const never = { pace: { associate: { reads: 1_000_000_000 } } };

/** A share of the owner, as another program has created it. */
export async function aShare(harness: Harness, inputs: Values = {}): Promise<string> {
  const wanted = { name: "theirs", ...inputs };
  return (await up(harness.run().driver("ResourceShare"), wanted, urn("ResourceShare", wanted.name))).id;
}

const placements = { account: { account: "second" }, region: { region: "cn-shanghai" } };
const shareOf = ({ id, state }: { id: string; state: Values }) => (typeof state["shareId"] === "string" ? state["shareId"] : id);
const conflict = { kind: "error", status: 409, code: "ConcurrentExecutionError", message: "another operation is in progress" } as const;

const stallCalls = (operation: string) => (harness: Harness) =>
  void harness.simulator.faults.add({ operation, times: 1_000_000, fault: conflict });

/** Each list of entities with another value. */
export const entityChanges = Object.entries({
  resources: [
    { type: "VSwitch", id: "vsw-2" },
    { type: "VSwitch", id: "vsw-3" },
  ],
  resourceArns: [portfolio("port-1"), portfolio("port-3")],
  targets: [demo.folders.core, { id: demo.service, property: window("20:00") }],
  resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: false, shareTagOptions: true } }],
  permissionNames: [permission("VSwitch", "ReadWrite"), permission("ServiceCatalogPortfolio", "ReadOnly")],
});
/** A value of each list of entities. */
export const entities = {
  resources: [
    { type: "VSwitch", id: "vsw-1" },
    { type: "VSwitch", id: "vsw-2" },
  ],
  resourceArns: [portfolio("port-1"), portfolio("port-2")],
  targets: [demo.member, { id: demo.service, property: window("18:00") }],
  resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true, shareTagOptions: true } }],
  permissionNames: [permission("VSwitch", "ReadOnly")],
};
const entityDrifts: Scenario["drifts"] = {
  resources: (harness, made) => harness.simulator.outOfBand.disassociate(shareOf(made), "vsw-1"),
  resourceArns: (harness, made) => harness.simulator.outOfBand.disassociate(shareOf(made), "port-2"),
  targets: (harness, made) => harness.simulator.outOfBand.disassociate(shareOf(made), demo.member),
  permissionNames: (harness, made) => harness.simulator.outOfBand.replacePermission(shareOf(made), permission("VSwitch", "ReadWrite")),
};
const settleNow = (harness: Harness) => harness.simulator.outOfBand.settleNow();

/** The test scenario of each kind of resource. */
export const scenarios: Readonly<Record<Token, Scenario>> = {
  ResourceShare: {
    prepare: async () => ({ name: "net", allowExternalTargets: true, tags: { team: "net", cost: "1" }, ...entities }),
    changes: [
      ["name", "net2"],
      ...entityChanges,
      ["resourceGroupId", demo.groups.network],
      ["tags", { team: "core", stage: "prod" }],
      ["exclusive", true],
      ["targets", [demo.folders.core]],
      ["allowExternalTargets", false],
      ["resourceProperties", undefined],
      ["targets", undefined],
      ["resources", []],
      ["permissionNames", undefined],
      ["tags", {}],
    ],
    replacements: placements,
    drifts: {
      ...entityDrifts,
      name: (harness, { id }) => harness.simulator.outOfBand.rename(id, "other"),
      allowExternalTargets: (harness, { id }) => harness.simulator.outOfBand.allowExternalTargets(id, false),
      tags: (harness, { id }) => harness.simulator.outOfBand.tag(id, { team: "theirs" }),
    },
    remove: (harness, { id }) => harness.simulator.outOfBand.deleteShare(id),
    stalled: never,
    release: settleNow,
    importIds: ({ id }) => [id],
    misspelt: ["targts", "targets"],
    wrong: [{ name: "a b", resourceArns: ["arn"], exclusive: 1, tags: { k: 1 } }, ["name", "resourceArns[0]", "exclusive", "tags.k"]],
  },
  ShareAssociation: {
    prepare: async (harness) => ({ shareId: await aShare(harness, { allowExternalTargets: true }), ...entities }),
    changes: entityChanges,
    replacements: { ...placements, shareId: { shareId: "rs-other" } },
    drifts: entityDrifts,
    remove: (harness, made) => harness.simulator.outOfBand.deleteShare(shareOf(made)),
    stalled: never,
    release: settleNow,
    importIds: (made) => [`${shareOf(made)}/all`],
    misspelt: ["resorces", "resources"],
    wrong: [{ resources: [{ type: "VSwitch" }], targets: [""] }, ["shareId", "resources[0].id", "targets[0]"]],
  },
  SharePermission: {
    prepare: async (harness) => ({
      shareId: await aShare(harness, switches),
      permissionName: permission("VSwitch", "ReadOnly"),
    }),
    changes: [
      ["permissionName", permission("VSwitch", "ReadWrite")],
      ["permissionName", permission("Image", "ReadOnly")],
    ],
    replacements: { ...placements, shareId: { shareId: "rs-other" } },
    drifts: {},
    remove: (harness, made) => harness.simulator.outOfBand.deleteShare(shareOf(made)),
    stalled: {},
    stall: stallCalls("AssociateResourceSharePermission"),
    release: (harness) => harness.simulator.faults.clear(),
    importIds: ({ id }) => [id],
    misspelt: ["permisionName", "permissionName"],
    wrong: [{ permissionName: "", account: 1 }, ["shareId", "permissionName", "account"]],
  },
  ShareTags: {
    prepare: async (harness) => ({ shareId: await aShare(harness, { tags: { theirs: "kept" } }), tags: { team: "net", cost: "1" } }),
    changes: [["tags", { team: "core", stage: "prod" }]],
    replacements: { ...placements, shareId: { shareId: "rs-other" } },
    drifts: { tags: (harness, made) => harness.simulator.outOfBand.untag(shareOf(made), "cost") },
    remove: (harness, made) => harness.simulator.outOfBand.deleteShare(shareOf(made)),
    stalled: {},
    stall: stallCalls("TagResources"),
    release: (harness) => harness.simulator.faults.clear(),
    importIds: (made) => [`${shareOf(made)}/tags`],
    misspelt: ["tag", "tags"],
    wrong: [{ shareId: "", tags: { ok: "acs:no" } }, ["shareId", "tags.ok"]],
  },
  InvitationAcceptor: {
    runner: { accountId: demo.consumer },
    prepare: async (harness) => ({
      shareId: await aShare(harness, invitation),
    }),
    changes: [
      ["leaveOnDelete", false],
      ["leaveOnDelete", true],
    ],
    ineffective: { senderAccountId: "it is an output when it is left out, and the true one is no change" },
    replacements: {
      ...placements,
      shareId: { shareId: "rs-other" },
      invitationId: { shareId: undefined, invitationId: "i-other" },
    },
    drifts: {},
    remove: (harness, made) => harness.simulator.outOfBand.deleteShare(shareOf(made)),
    stalled: { pace: { accept: { reads: 1_000_000_000 } } },
    release: settleNow,
    importIds: ({ id, state }) => [id, String(state["invitationId"])],
    misspelt: ["senderAccount", "senderAccountId"],
    wrong: [{ leaveOnDelete: "yes", senderAccountId: "" }, ["leaveOnDelete", "senderAccountId", "shareId"]],
  },
  DirectorySharing: {
    prepare: async (harness) => {
      harness.simulator.outOfBand.enableSharing(demo.directory, false);
      return {};
    },
    changes: [],
    replacements: placements,
    drifts: {},
    remove: (harness) => harness.simulator.outOfBand.enableSharing(demo.directory, false),
    stalled: {},
    stall: stallCalls("EnableSharingWithResourceDirectory"),
    release: (harness) => harness.simulator.faults.clear(),
    importIds: ({ id }) => [id],
    misspelt: ["acount", "account"],
    wrong: [{ account: "", region: 1 }, ["account", "region"]],
  },
};

/** The kinds of resource that have a scenario, in the order of the documents. */
export const tokens: readonly Token[] = [
  "ResourceShare",
  "ShareAssociation",
  "SharePermission",
  "ShareTags",
  "InvitationAcceptor",
  "DirectorySharing",
];
