import { demo } from "../../../simulator/world/demo.ts";
import { pushDeviceNotification } from "../../support/device-actions.ts";

const arn = (id: string) => `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/${id}`;
const entities = {
  resources: [
    { type: "VSwitch", id: "vsw-1" },
    { type: "VSwitch", id: "vsw-2" },
  ],
  resourceArns: [arn("port-1"), arn("port-2")],
  targets: [demo.member, { id: demo.service, property: { timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00" } } }],
  resourceProperties: [{ arn: arn("port-1"), property: { sharePrincipals: true } }],
  permissionNames: ["AliyunRSPermissionVSwitchReadOnly"],
};
const internals = { __provider: "text", __timeouts: { create: "2s", delete: "1h30m" } };

/** Valid arguments of each kind of resource, as the engine passes them. */
export const validArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ResourceShare: {
    ...internals,
    ...entities,
    name: "net",
    allowExternalTargets: true,
    resourceGroupId: demo.groups.network,
    tags: { team: "net", cost: "1" },
    exclusive: true,
    account: "second",
    region: "cn-shanghai",
  },
  ShareAssociation: { ...internals, ...entities, shareId: "rs-000001", adopt: "rs-000001/x", account: "second" },
  SharePermission: { ...internals, shareId: "rs-000001", permissionName: "AliyunRSPermissionVSwitchReadOnly", region: "cn-shanghai" },
  ShareTags: { ...internals, shareId: "rs-000001", tags: { team: "net", cost: "1" }, adopt: "rs-000001" },
  InvitationAcceptor: { ...internals, shareId: "rs-000001", senderAccountId: demo.owner, leaveOnDelete: false },
  DirectorySharing: { ...internals, account: "second", region: "cn-shanghai", adopt: "directory-sharing" },
  DeviceAction: {
    ...internals,
    ...pushDeviceNotification("hello"),
    triggers: { at: "1" },
  },
};
