/** One row of the table: a share, and what other teams add to it. */
export interface Share {
  /** The share's name; the row's when absent. */
  readonly name?: string;
  readonly resources?: Resource[];
  readonly resourceArns?: string[];
  readonly resourceProperties?: { readonly arn: string; readonly property: Property }[];
  readonly targets?: Target[];
  readonly permissionNames?: string[];
  readonly allowExternalTargets?: boolean;
  readonly resourceGroupId?: string;
  readonly exclusive?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
  /** What another team puts into the share, and what its targets may do with it. */
  readonly guest?: { readonly resources: Resource[]; readonly targets: string[]; readonly permissionName: string };
  /** Tags that the finance team manages. */
  readonly costs?: Readonly<Record<string, string>>;
}

interface Resource {
  readonly type: string;
  readonly id: string;
}
type Property = Readonly<Record<string, unknown>>;
type Target = string | { readonly id: string; readonly property: Property };

const owner = "1000000000000001";
const directory = "rd-demo01";
const teams = [
  { team: "network", folder: "fd-core01", account: "1000000000000002" },
  { team: "apps", folder: "fd-apps01", account: "1000000000000003" },
  { team: "sandbox", folder: "fd-sand01", account: "1000000000000004" },
];

const officeHours = { timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime: "18:00", timezone: "UTC+8" } };
const keyStore = (id: string) => `acs:kms:cn-hangzhou:${owner}:instance/${id}`;
const portfolio = (id: string) => `acs:servicecatalog:cn-hangzhou:${owner}:portfolio/${id}`;

/** What every team gets: subnets, prefixes, images and a key store of its own. */
function sharesOf({ team, folder, account }: (typeof teams)[number]): Record<string, Share> {
  const tags = { team };
  return {
    [`${team}-subnets`]: {
      resources: ["a", "b"].map((zone) => ({ type: "VSwitch", id: `vsw-${team}-${zone}` })),
      targets: [folder, account],
      permissionNames: ["AliyunRSPermissionVSwitchReadWrite"],
      tags,
    },
    [`${team}-prefixes`]: { resources: [{ type: "PrefixList", id: `pl-${team}` }], targets: [folder], tags },
    [`${team}-images`]: { resources: [{ type: "Image", id: `m-${team}` }], targets: [account], tags, costs: { "cost-center": "4711" } },
    [`${team}-keys`]: {
      resourceArns: [keyStore(`kst-${team}`)],
      targets: [folder],
      permissionNames: ["AliyunRSPermissionKMSInstanceReadOnly"],
      tags,
    },
  };
}

/** Who gets what: everything that this program does is in this table. */
export const shares: Readonly<Record<string, Share>> = {
  ...Object.assign({}, ...teams.map(sharesOf)),

  // For everybody in the directory.
  prefixes: { resources: [{ type: "PrefixList", id: "pl-demo01" }], targets: [directory] },
  "golden-images": {
    resources: ["m-demo01", "m-hardened"].map((id) => ({ type: "Image", id })),
    targets: [directory],
    permissionNames: ["AliyunRSPermissionImageReadOnly"],
    exclusive: true,
    tags: { reviewed: "yes" },
  },
  keys: { resourceArns: [keyStore("kst-demo01")], targets: [directory] },
  catalogue: {
    resources: [{ type: "ServiceCatalogPortfolio", id: "port-demo01" }],
    resourceProperties: [{ arn: portfolio("port-demo01"), property: { sharePrincipals: true, shareTagOptions: false } }],
    targets: [directory],
  },

  // For some of it.
  transit: {
    resources: [
      { type: "VSwitch", id: "vsw-demo01" },
      { type: "PrefixList", id: "pl-transit" },
    ],
    targets: ["fd-core01", "fd-apps01"],
    resourceGroupId: "rg-network01",
  },
  archive: { resources: [{ type: "Image", id: "m-archive" }], targets: ["1000000000000003"], tags: { keep: "2027" } },

  // The IP address manager reads the pools at office hours; services count as external.
  pools: {
    allowExternalTargets: true,
    resources: [{ type: "IpamPool", id: "ipam-pool-demo01" }],
    targets: [{ id: "ipam.aliyuncs.com", property: officeHours }],
  },

  // The platform team owns the share, and the network team fills it.
  workshop: {
    tags: { purpose: "training" },
    guest: {
      resources: [{ type: "VSwitch", id: "vsw-demo02" }],
      targets: ["1000000000000004"],
      permissionName: "AliyunRSPermissionVSwitchReadOnly",
    },
  },
};
