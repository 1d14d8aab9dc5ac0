import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { UNKNOWN } from "../../../../../provider/lifecycle/resource.ts";
import { previewOf } from "./preview.ts";

const tagsNamed = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, ""]));
const arn = (service: string, type: string) => `acs:${service}:cn-hangzhou:1000000000000001:${type}/x-1`;
const resource = (type: unknown, id: unknown) => ({ resources: [{ type, id }] });

it.each([
  [resource("Vswitch", "vsw-1"), 'resources[0].type: "Vswitch" must be written VSwitch: upper and lower case count'],
  [
    resource("VSwitch", "pl-demo01"),
    'resources[0].id: "pl-demo01" is an id of the type PrefixList, not VSwitch: correct the type or the id',
  ],
  [resource("VSwitch", arn("vpc", "vswitch")), `resources[0].id: "${arn("vpc", "vswitch")}" is an ARN: list it in \`resourceArns\``],
  [resource("VSwitch", " vsw-1"), 'resources[0].id: " vsw-1" begins or ends with a blank: write "vsw-1"'],
  [
    { permissionNames: ["acs:ram::system:permission/AliyunRSPermissionVSwitchReadOnly"] },
    "permissionNames[0]: is an ARN: write the permission's name, its last part",
  ],
  [
    { ...resource("VSwitch", "vsw-1"), resourceGroupId: `${pulumi.output("rg-1")}` },
    "resourceGroupId: was made from an output as if it were a text: pass the output itself, or make the text in its `apply`",
  ],
  [{ tags: [{ key: "a", value: "b" }] }, 'tags: must be an object, as { team: "net" }'],
  [
    { permissionNames: ["AliyunRSPermissionVSwitchReadOnly", UNKNOWN, "AliyunRSDefaultPermissionVSwitch"] },
    'permissionNames[2]: "AliyunRSDefaultPermissionVSwitch" is for VSwitch, as "AliyunRSPermissionVSwitchReadOnly" is: remove one of them, a share has one permission for each type',
  ],
])("rejects the invalid arguments %j of a share", async (values, failure) => {
  expect(await previewOf(values)).toEqual({ failures: [failure], warnings: [] });
});

it("reports a warning about one entry beside the failures of others, and none about a wrong entry", async () => {
  const resources = [
    { type: "VSwich", id: "vsw-1" },
    { type: "VSwitch", id: "pl-1" },
    { type: "Switch", id: " vsw-2" },
  ];
  const { failures, warnings } = await previewOf({ resources, targets: [1, "100000000000001"] });
  expect(failures).toHaveLength(3);
  expect(warnings).toEqual([
    expect.stringMatching(/^resources\[0\]\.type: "VSwich" is not a documented type/),
    expect.stringMatching(/^targets\[1\]: .* this has 15/),
  ]);
});

it("reports a failure and a warning about the arguments of a share at once", async () => {
  const { failures, warnings } = await previewOf({ ...resource("VSwich", "vsw-1"), targets: ["fdapps01"] });
  expect(failures).toEqual([expect.stringContaining('targets[0]: "fdapps01" is not the id of a target')]);
  expect(warnings).toEqual([expect.stringContaining("did you mean VSwitch?")]);
});

it.each([
  [
    resource("VSwich", "vsw-1"),
    'resources[0].type: "VSwich" is not a documented type, so the service will probably refuse it; did you mean VSwitch?',
  ],
  [
    resource("alicloud_vswitch", "vsw-1"),
    'resources[0].type: "alicloud_vswitch" is not a documented type, so the service will probably refuse it; did you mean VSwitch?',
  ],
  [{ targets: [UNKNOWN, "fd-core01", UNKNOWN, "fd-core01"] }, 'targets[3]: "fd-core01" is listed twice: take one out'],
  [{ resources: [1, 2].map(() => ({ type: "VSwitch", id: "vsw-1" })) }, "resources[1]: VSwitch vsw-1 is listed twice: take one out"],
  [
    {
      resourceArns: [arn("vpc", "vswitch")],
      resourceProperties: [1, 2].map(() => ({ arn: arn("vpc", "vswitch"), property: { shareTagOptions: {} } })),
    },
    `resourceProperties[1]: "${arn("vpc", "vswitch")}" is listed twice: take one out`,
  ],
  [
    { permissionNames: ["ReadOnly"] },
    'permissionNames[0]: "ReadOnly" is not a documented permission, so the service will probably refuse it; the function listPermissions lists all',
  ],
  [
    resource("Subnet", "subnet-1"),
    'resources[0].type: "Subnet" is not a documented type, so the service will probably refuse it; documented are VSwitch, PrefixList, PublicIpAddressPool, IpamPool, Image, Snapshot, CapacityReservation, ElasticityAssurance, ROSTemplate, ServiceCatalogPortfolio, KMSInstance',
  ],
  [
    resource("VSwitch", "demo01"),
    'resources[0].id: "demo01" is probably not an id of the type VSwitch, whose ids begin with vsw-: correct the type or the id',
  ],
  [
    { targets: [{ id: "100000000000001" }] },
    'targets[0]: "100000000000001" is probably not the id of an account: such ids have 16 digits, and this has 15; check the digits',
  ],
  [
    { targets: ["ipam.aliyun.com"], allowExternalTargets: true },
    'targets[0]: "ipam.aliyun.com" is probably not the name of a service: such names end with .aliyuncs.com',
  ],
  [resource("vsw-1", "VSwitch"), 'resources[0]: "vsw-1" is an id: exchange type and id'],
  [
    { ...resource("VSwitch", "vsw-1"), resourceArns: [arn("vpc", "vswitch").replace("x-1", "vsw-1")] },
    "resourceArns[0]: is resources[0] again: take one out",
  ],
  [{ tags: tagsNamed(21) }, "tags: has 21 tags: a share has at most 20; remove 1"],
  [
    { resourceGroupId: "default" },
    'resourceGroupId: "default" is probably not the id of a resource group: such ids begin with rg-; for the default group, leave it out',
  ],
  [
    { permissionNames: ["AliyunRSDefaultPermissionVSwich"] },
    'permissionNames[0]: "AliyunRSDefaultPermissionVSwich" is not a documented permission, so the service will probably refuse it; did you mean AliyunRSDefaultPermissionVSwitch?',
  ],
  [
    { ...resource("VSwitch", "vsw-1"), permissionNames: ["AliyunRSPermissionKMSInstanceReadWrite"] },
    "permissionNames[0]: is for KMSInstance, of which nothing is listed here: take it out, or name a permission of a listed type",
  ],
])("warns of the arguments %j of a share, which are not documented but may be valid", async (values, warning) => {
  expect(await previewOf(values)).toEqual({ failures: [], warnings: [warning] });
});

it.each([
  resource("ROSTemplate", "5ecd1e10-b0e9-4389-a565-e4c15efc0000"),
  resource("VSwitch", UNKNOWN),
  resource(UNKNOWN, "pl-1"),
  { targets: ["1000000000000002", "fd-apps01", "rd-1", UNKNOWN] },
  { permissionNames: ["AliyunRSPermissionVSwitchReadOnly", "AliyunRSPermissionImageReadOnly"] },
  { permissionNames: ["AliyunRSPermissionVSwitchReadOnly", "AliyunRSPermissionOfTomorrowReadOnly"] },
  { tags: tagsNamed(20) },
  { ...resource(UNKNOWN, "vsw-1"), permissionNames: ["AliyunRSPermissionImageReadOnly"] },
  { ...resource("VSwitch", "vsw-1"), resourceArns: UNKNOWN, permissionNames: ["AliyunRSPermissionImageReadOnly"] },
  { resourceArns: [arn("kms", "instance")], permissionNames: ["AliyunRSPermissionKMSInstanceReadOnly"] },
  { resourceArns: [arn("ecs", "type-of-tomorrow")], permissionNames: ["AliyunRSPermissionImageReadOnly"] },
  { targets: ["fd-apps01"], permissionNames: ["AliyunRSPermissionImageReadOnly"] },
])("accepts the entities %j of a share without a warning", async (values) => {
  expect(await previewOf(values)).toEqual({ failures: [], warnings: [] });
});
