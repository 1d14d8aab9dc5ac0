import { deviceDemoWorld } from "../device/demo.ts";
import type { WorldFile } from "./world-schema.ts";

const createdAt = "2024-01-02T03:04:05.000Z";

/** Ids of the demo world, for programs and tests. */
export const demo = {
  directory: "rd-demo01",
  otherDirectory: "rd-other1",
  folders: { core: "fd-core01", apps: "fd-apps01", sandbox: "fd-sand01" },
  /** The management account, which owns the shared resources. */
  owner: "1000000000000001",
  network: "1000000000000002",
  member: "1000000000000003",
  sandbox: "1000000000000004",
  /** Accounts outside every directory. */
  consumer: "2000000000000001",
  partner: "2000000000000002",
  /** Outside every directory: an account of another legal entity, and one of another site. */
  stranger: "2000000000000003",
  abroad: "2000000000000004",
  /** Management account of the other directory. */
  otherOwner: "3000000000000001",
  service: "ipam.aliyuncs.com",
  groups: { default: "rg-default", shared: "rg-shared01", network: "rg-network01" },
} as const;

const kinds = [
  { type: "VSwitch", service: "vpc", arnType: "vswitch", idPrefix: "vsw-" },
  { type: "PrefixList", service: "vpc", arnType: "prefixlist", idPrefix: "pl-" },
  {
    type: "PublicIpAddressPool",
    service: "vpc",
    arnType: "publicipaddresspool",
    idPrefix: "pippool-",
    leaving: false,
    oncePerService: true,
  },
  { type: "IpamPool", service: "vpcipam", arnType: "ipampool", idPrefix: "ipam-pool-", external: true },
  { type: "Image", service: "ecs", arnType: "image", idPrefix: "m-" },
  { type: "Snapshot", service: "ecs", arnType: "snapshot", idPrefix: "s-" },
  { type: "CapacityReservation", service: "ecs", arnType: "capacityreservation", idPrefix: "crp-", external: false },
  { type: "ElasticityAssurance", service: "ecs", arnType: "elasticityassurance", idPrefix: "eap-", external: false },
  { type: "ROSTemplate", service: "ros", arnType: "template", idPrefix: "tpl-" },
  { type: "ServiceCatalogPortfolio", service: "servicecatalog", arnType: "portfolio", idPrefix: "port-", properties: true },
  { type: "KMSInstance", service: "kms", arnType: "instance", idPrefix: "kst-", byArnOnly: true },
  { type: "CompliancePack", service: "config", arnType: "compliancepack", idPrefix: "cp-", managementOnly: true, external: false },
];

/** One resource of each type, and two more vSwitches. */
const resources = [
  ...kinds.map(({ type, idPrefix }) => ({ type, id: `${idPrefix}demo01` })),
  { type: "VSwitch", id: "vsw-demo02" },
  { type: "VSwitch", id: "vsw-demo03" },
].map((resource) => ({ ...resource, owner: demo.owner, region: "cn-hangzhou" }));

function policy(service: string, actions: readonly string[]): string {
  return JSON.stringify({ Version: "1", Statement: [{ Effect: "Allow", Action: actions.map((action) => `${service}:${action}`) }] });
}

const permissions = kinds.flatMap(({ type, service }) => [
  {
    name: `AliyunRSDefaultPermission${type}`,
    type,
    isDefault: true,
    defaultVersion: "v2",
    versions: [
      { version: "v1", policy: policy(service, [`Describe${type}`]), createdAt },
      { version: "v2", policy: policy(service, [`Describe${type}`, `Use${type}`]), createdAt: "2024-06-01T00:00:00.000Z" },
    ],
  },
  {
    name: `AliyunRSPermission${type}ReadOnly`,
    type,
    isDefault: false,
    defaultVersion: "v1",
    versions: [{ version: "v1", policy: policy(service, [`Describe${type}`]), createdAt }],
  },
  {
    name: `AliyunRSPermission${type}ReadWrite`,
    type,
    isDefault: false,
    defaultVersion: "v1",
    versions: [{ version: "v1", policy: policy(service, [`Describe${type}`, `Use${type}`, `Modify${type}`]), createdAt }],
  },
]);

function account(
  id: string,
  name: string,
  membership: { directoryId?: string; folderId?: string } = {},
  affiliation = { legalEntity: "demo", site: "domestic" },
) {
  return {
    id,
    name,
    ...membership,
    ...affiliation,
    groups: Object.values(demo.groups),
    keys: [{ accessKeyId: `LTAI-${name}`, accessKeySecret: `secret-of-${name}` }],
    roles: [{ name: "resource-sharing", trusts: [demo.owner, demo.otherOwner] }],
  };
}

const inDemoDirectory = (folderId?: string) => ({ directoryId: demo.directory, ...(folderId === undefined ? {} : { folderId }) });

/** The default world of a simulator. */
export const demoWorld: WorldFile = {
  version: 1,
  accounts: [
    account(demo.owner, "owner", inDemoDirectory()),
    account(demo.network, "network", inDemoDirectory(demo.folders.core)),
    account(demo.member, "member", inDemoDirectory(demo.folders.apps)),
    account(demo.sandbox, "sandbox", inDemoDirectory(demo.folders.sandbox)),
    account(demo.consumer, "consumer"),
    account(demo.partner, "partner"),
    account(demo.stranger, "stranger", {}, { legalEntity: "other", site: "domestic" }),
    account(demo.abroad, "abroad", {}, { legalEntity: "demo", site: "international" }),
    account(demo.otherOwner, "other-owner", { directoryId: demo.otherDirectory }),
  ],
  directories: [
    {
      id: demo.directory,
      managementAccountId: demo.owner,
      sharingEnabled: true,
      folders: [
        { id: demo.folders.core, name: "core" },
        { id: demo.folders.apps, name: "apps" },
        { id: demo.folders.sandbox, name: "sandbox", parentId: demo.folders.apps },
      ],
    },
    { id: demo.otherDirectory, managementAccountId: demo.otherOwner, sharingEnabled: false },
  ],
  services: [demo.service, "ecs-assurance.aliyuncs.com"],
  regions: [
    { id: "cn-hangzhou", names: { "zh-CN": "华东1（杭州）", "en-US": "China (Hangzhou)" } },
    { id: "cn-shanghai", names: { "zh-CN": "华东2（上海）", "en-US": "China (Shanghai)" } },
    { id: "cn-beijing", names: { "zh-CN": "华北2（北京）", "en-US": "China (Beijing)" } },
    { id: "ap-southeast-1", names: { "zh-CN": "新加坡", "en-US": "Singapore" } },
    { id: "eu-central-1", names: { "zh-CN": "德国（法兰克福）", "en-US": "Germany (Frankfurt)" } },
  ],
  kinds,
  permissions,
  resources,
  device: deviceDemoWorld(demo.owner),
};
