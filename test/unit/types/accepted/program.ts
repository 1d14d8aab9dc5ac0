import * as pulumi from "@pulumi/pulumi";
import * as rs from "../../../../sdk/index.ts";

const group = pulumi.output("rg-1");

const share = new rs.ResourceShare("net", {
  name: pulumi.interpolate`network-${group}`,
  allowExternalTargets: true,
  resourceGroupId: group,
  resources: [{ type: "VSwitch", id: pulumi.output("vsw-1") }],
  targets: [
    "123",
    { id: "service.example", property: { timeRange: { timeRangeType: "day" } } },
    { id: "later.example", property: { newField: 1 } as object },
    pulumi.output("456"),
  ],
  tags: { team: group },
});

const association = new rs.ShareAssociation(
  "more",
  { shareId: share.id, targets: pulumi.output(["789"]) },
  { dependsOn: [share], customTimeouts: { create: "1m" }, deleteBeforeReplace: false },
);

const provider = new rs.Provider("consumer", {
  region: group,
  accessKeySecret: pulumi.secret("s"),
  timeoutSeconds: 60,
  accounts: { other: { roleArn: group } },
});
export const ofPlugin = new rs.ShareTags("tags", { shareId: share.id, tags: { team: "net" } }, { provider });
export const permission = new rs.SharePermission("permission", { shareId: share.id, permissionName: group });
export const sharing = new rs.DirectorySharing("sharing", undefined, { retainOnDelete: true });
export const providerArgs: rs.ProviderArgs = { profile: "consumer" };

export const status: pulumi.Output<string> = share.status;
export const first: pulumi.Output<string | undefined> = association.associations.apply((all) => all[0]?.entityId);
export const targets: pulumi.Output<string[]> = share.targets.apply((all) =>
  (all ?? []).map((target) => (typeof target === "string" ? target : target.id)),
);
export const found: rs.ResourceShare = rs.ResourceShare.get("found", "rs-1");
export const foundBy: rs.ShareAssociation = rs.ShareAssociation.get("by", "rs-1/0", { shareId: "rs-1", targets: ["1"] });
export const type: string = rs.ResourceShare.__pulumiType;

/** What a policy pack sees of a class: its arguments, by the second parameter of the constructor. */
type ArgsOf<T> = T extends new (name: string, args: infer Args, ...rest: never[]) => pulumi.Resource ? Args : never;
export const argsOfPolicy = (args: ArgsOf<typeof rs.ResourceShare>): pulumi.Input<string> => args.name;

export function statusOf(value: unknown): pulumi.Output<string> | undefined {
  return rs.ResourceShare.isInstance(value) ? value.status : undefined;
}

const typed: rs.types.ResourceType = "VSwitch";
export const open = new rs.ResourceShare("open", {
  name: "open",
  // A type and a permission that are not in the catalogue.
  resources: [
    { type: "TypeOfTomorrow", id: "x-1" },
    { type: typed, id: "vsw-1" },
    { type: group, id: "x-2" },
  ],
  permissionNames: ["AliyunRSDefaultPermissionVSwitch", "PermissionOfTomorrow", group],
});
export const state: pulumi.Output<rs.types.ShareStatus> = open.status;
export const kinds: pulumi.Output<(string | undefined)[]> = open.associations.apply((all) => all.map(({ entityType }) => entityType));

export const byInvitation = new rs.InvitationAcceptor("by-invitation", { invitationId: group, account: "consumer" });
export const byShare = new rs.InvitationAcceptor("by-share", { shareId: open.id, senderAccountId: "1" });
export const acceptorLookup = rs.InvitationAcceptor.get("lookup", "rs-1", { shareId: "rs-1", invitationId: "i-1" });
export const scene = new rs.DeviceAction("scene", { action: "executeScene", args: { sceneId: group } });
export const push: rs.DeviceActionArgs = {
  action: "pushDeviceNotification",
  args: pulumi.output({
    body: {
      messageTemplateId: "t",
      encodeKey: "k",
      encodeType: "UC_CLIENT_ID",
      sendTarget: { targetType: "DEVICE_OPEN_ID" as const, targetIdentity: "d" },
    },
  }),
  triggers: [group],
};
export const oneShare = rs.getResourceShareOutput({ name: group });
export const resource: rs.types.input.Resource = { type: "VSwitch", id: open.id };
export const shared: rs.types.output.InvitationAcceptorSharedResource = { id: "vsw-1", type: "VSwitch" };
export const after = rs.listResourceSharesOutput(
  { resourceOwner: "Self" },
  { dependsOn: [open, pulumi.output(share)], account: "consumer" },
);

const row: rs.LandingZoneShareArgs = { targets: [group], permissionNames: ["AliyunRSDefaultPermissionVSwitch"], acceptedBy: ["consumer"] };
const zoneArgs: rs.LandingZoneArgs = { teams: { network: { subnets: row } }, tags: { stage: group }, senderAccountId: group };
const zone = new rs.LandingZone("zone", zoneArgs, { dependsOn: share, protect: true, providers: [provider] });
export const ofRow: rs.ResourceShare | undefined = zone.shares["network-subnets"];
export const acceptedBy: rs.InvitationAcceptor | undefined = zone.acceptors["network-subnets"]?.["consumer"];
