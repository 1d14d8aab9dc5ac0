import { demo } from "../../../simulator/index.ts";
import { executeScene, executeSmartHomeScene, pushDeviceNotification } from "../../support/device-actions.ts";
import { portfolio } from "../../support/resource-scenarios.ts";

const timeWindow = JSON.stringify({
  timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime: "18:00", timezone: "UTC+8" },
});
const openShare = `const net = new rs.ResourceShare("net", {
  name: "network", allowExternalTargets: true, tags: { team: "net", stage: "test" }, resourceGroupId: "${demo.groups.network}",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }, { type: "PrefixList", id: "pl-demo01" }],
  resourceArns: ["${portfolio("port-1")}"],
  resourceProperties: [{ arn: "${portfolio("port-1")}", property: { sharePrincipals: true, shareTagOptions: true } }],
  targets: ["${demo.folders.apps}", "${demo.consumer}", { id: "${demo.service}", property: ${timeWindow} }],
  permissionNames: ["AliyunRSPermissionPrefixListReadOnly"],
});`;

/** Every resource in two or three shapes. */
export const finished = `${openShare}
const bare = new rs.ResourceShare("bare", { name: "bare" });
const offered = new rs.ResourceShare("offered", { name: "offered", allowExternalTargets: true, targets: ["${demo.consumer}"] });
new rs.ResourceShare("exclusive", {
  name: "exclusive", exclusive: true, region: "cn-shanghai", resources: [{ type: "Image", id: "m-demo01" }], targets: ["${demo.network}"],
}, { customTimeouts: { create: "5m" } });
const read = new rs.SharePermission("read", { shareId: net.id, permissionName: "AliyunRSPermissionVSwitchReadOnly" });
new rs.SharePermission("write", { shareId: bare.id, permissionName: "AliyunRSPermissionImageReadWrite" }, { deletedWith: bare });
new rs.ShareAssociation("target", { shareId: net.id, targets: ["${demo.member}"] }, { dependsOn: [read] });
new rs.ShareAssociation("resources", { shareId: bare.id, resources: [{ type: "VSwitch", id: "vsw-demo02" }], targets: ["${demo.folders.core}"] });
new rs.ShareAssociation("arn", {
  shareId: bare.id, resourceArns: ["${portfolio("port-2")}"], permissionNames: ["AliyunRSPermissionServiceCatalogPortfolioReadOnly"],
});
new rs.ShareTags("tags", { shareId: net.id, tags: { cost: "1" } });
new rs.ShareTags("more tags", { shareId: bare.id, tags: { cost: "2", owner: "platform" } });
new rs.InvitationAcceptor("accepted", { shareId: net.id, senderAccountId: "${demo.owner}", account: "consumer" });
new rs.InvitationAcceptor("kept", { shareId: offered.id, account: "consumer", leaveOnDelete: false });
new rs.DirectorySharing("directory", {});
new rs.DirectorySharing("directory of shanghai", { region: "cn-shanghai" });
new rs.DeviceAction("scene", ${JSON.stringify({ ...executeScene, triggers: "1" })});
new rs.DeviceAction("family scene", ${JSON.stringify(executeSmartHomeScene)});
new rs.DeviceAction("message", ${JSON.stringify(pushDeviceNotification("It is shared."))});
`;

/** The same with changed arguments: some resources change in place, and some are replaced. */
export const edited = finished
  .replace(`{ name: "bare" }`, `{ name: "renamed", tags: { team: "net" } }`)
  .replace(`targets: ["${demo.member}"] }, { dependsOn`, `targets: ["${demo.network}"] }, { dependsOn`)
  .replace(
    `{ shareId: net.id, permissionName: "AliyunRSPermissionVSwitchReadOnly" }`,
    `{ shareId: bare.id, permissionName: "AliyunRSPermissionVSwitchReadOnly" }`,
  )
  .replace(`tags: { cost: "1" }`, `tags: { cost: "3", owner: "net" }`)
  .replace("leaveOnDelete: false", "leaveOnDelete: true")
  .replace(`"directory of shanghai", { region: "cn-shanghai" }`, `"directory of shanghai", { region: "cn-beijing" }`)
  .replace(`"triggers":"1"`, `"triggers":"2"`);

/** The share that the update has found. */
export const unfinishedBefore = openShare;

/** An update of which no resource has ended: associations wait or have failed, and no answer of the action came. */
export const unfinished = `${openShare
  .replace(`targets: ["${demo.folders.apps}"`, `targets: ["${demo.folders.apps}", "${demo.network}"`)
  .replace("});", `}, { customTimeouts: { update: "5s" } });`)}
new rs.ResourceShare("waits", { name: "waits", targets: ["${demo.member}"], tags: { team: "net" } }, { customTimeouts: { create: "5s" } });
new rs.ResourceShare("fails", { name: "fails", resources: [{ type: "VSwitch", id: "vsw-demo03" }] });
new rs.ShareAssociation("target", { shareId: "SHARE", targets: ["${demo.member}"] }, { customTimeouts: { create: "5s" } });
new rs.DeviceAction("scene", ${JSON.stringify({ ...executeScene, triggers: "1" })});
`;
