import type * as rs from "pulumi-resourceshare";

/** The shares of the teams. What a row may have is documented at `LandingZoneShareArgs`. */
export type Teams = rs.LandingZoneArgs["teams"];

/** What another team puts into a share, and what its targets may do with it. */
export interface Guest {
  readonly resources: Resource[];
  readonly targets: string[];
  readonly permissionName: string;
}

interface Resource {
  readonly type: string;
  readonly id: string;
}

const owner = "1000000000000001";
const directory = "rd-demo01";
const members = [
  { team: "network", folder: "fd-core01", account: "1000000000000002" },
  { team: "apps", folder: "fd-apps01", account: "1000000000000003" },
  { team: "sandbox", folder: "fd-sand01", account: "1000000000000004" },
];

const officeHours = { timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime: "18:00", timezone: "UTC+8" } };
const keyStore = (id: string) => `acs:kms:cn-hangzhou:${owner}:instance/${id}`;
const portfolio = (id: string) => `acs:servicecatalog:cn-hangzhou:${owner}:portfolio/${id}`;

/** What every team gets: subnets, prefixes, images and a key store of its own. */
function sharesOf({ team, folder, account }: (typeof members)[number]): Teams[string] {
  return {
    subnets: {
      resources: ["a", "b"].map((zone) => ({ type: "VSwitch", id: `vsw-${team}-${zone}` })),
      targets: [folder, account],
      permissionNames: ["AliyunRSPermissionVSwitchReadWrite"],
    },
    prefixes: { resources: [{ type: "PrefixList", id: `pl-${team}` }], targets: [folder] },
    images: { resources: [{ type: "Image", id: `m-${team}` }], targets: [account] },
    keys: {
      resourceArns: [keyStore(`kst-${team}`)],
      targets: [folder],
      permissionNames: ["AliyunRSPermissionKMSInstanceReadOnly"],
    },
  };
}

/** Who gets what: a share is called `<team>-<share>`. */
export const teams: Teams = {
  ...Object.fromEntries(members.map((member) => [member.team, sharesOf(member)])),

  platform: {
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
    workshop: { tags: { purpose: "training" } },
  },
};

/** What other teams put into shares, by row. */
export const guests: Readonly<Record<string, Guest>> = {
  "platform-workshop": {
    resources: [{ type: "VSwitch", id: "vsw-demo02" }],
    targets: ["1000000000000004"],
    permissionName: "AliyunRSPermissionVSwitchReadOnly",
  },
};

/** Tags that the finance team manages, by row. */
export const costs: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  members.map(({ team }) => [`${team}-images`, { "cost-center": "4711" }]),
);
