import { endOf, nearest } from "../kernel/ids.ts";

/** A resource type that can be shared, and the permissions that it can be shared with. */
export interface ShareableType {
  /** The name of the type in the API. */
  readonly type: string;
  /** The vendor's names of the product and of the type. */
  readonly product: string;
  readonly label: string;
  /** What the ids of the type begin with; absent where they have no such form. */
  readonly idPrefix?: string;
  /** The permissions beside the default permission; absent where there are none. */
  readonly permissions?: readonly string[];
}

/** The public documents that the catalogue is taken from, and the day of that. */
export const catalogueSources = {
  date: "2026-11-22",
  pages: [
    "https://www.alibabacloud.com/help/en/resource-management/resource-sharing/user-guide/permissions-for-resource-sharing",
    "https://registry.terraform.io/providers/aliyun/alicloud/latest/docs/resources/resource_manager_shared_resource",
  ],
} as const;

/**
 * The shareable types and permissions that the vendor documents.
 * The service has more, and adds some from time to time: names that are missing here are never rejected.
 */
export const shareableTypes: readonly ShareableType[] = [
  { type: "VSwitch", product: "Virtual Private Cloud", label: "vSwitch", idPrefix: "vsw-" },
  { type: "PrefixList", product: "Virtual Private Cloud", label: "prefix list", idPrefix: "pl-" },
  { type: "PublicIpAddressPool", product: "Virtual Private Cloud", label: "IP address pool", idPrefix: "pippool-" },
  { type: "IpamPool", product: "IP Address Manager", label: "IPAM pool", idPrefix: "ipam-pool-" },
  { type: "Image", product: "Elastic Compute Service", label: "image", idPrefix: "m-" },
  { type: "Snapshot", product: "Elastic Compute Service", label: "snapshot", idPrefix: "s-" },
  { type: "CapacityReservation", product: "Elastic Compute Service", label: "capacity reservation", idPrefix: "crp-" },
  { type: "ElasticityAssurance", product: "Elastic Compute Service", label: "elasticity assurance", idPrefix: "eap-" },
  { type: "ROSTemplate", product: "Resource Orchestration Service", label: "template" },
  { type: "ServiceCatalogPortfolio", product: "Service Catalog", label: "product portfolio", idPrefix: "port-" },
  {
    type: "KMSInstance",
    product: "Key Management Service",
    label: "instance",
    idPrefix: "kst-",
    permissions: ["AliyunRSPermissionKMSInstanceReadWrite"],
  },
];

/** The vendor's regions, for advice only: others are called all the same. */
export const regions: readonly string[] = [
  ...["cn-qingdao", "cn-beijing", "cn-zhangjiakou", "cn-huhehaote", "cn-wulanchabu", "cn-hangzhou", "cn-shanghai", "cn-nanjing"],
  ...["cn-fuzhou", "cn-wuhan-lr", "cn-shenzhen", "cn-heyuan", "cn-guangzhou", "cn-chengdu", "cn-zhengzhou-jva", "cn-hongkong"],
  ...["ap-northeast-1", "ap-northeast-2", "ap-southeast-1", "ap-southeast-3", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7"],
  ...["us-east-1", "us-west-1", "na-south-1", "eu-west-1", "eu-central-1", "me-east-1", "me-central-1"],
];

/** The names of all types in the catalogue. */
export const resourceTypes: readonly string[] = shareableTypes.map(({ type }) => type);

/** Returns the documented type that a text names, in whatever case. */
export function documentedType(typed: string): string | undefined {
  return resourceTypes.find((type) => type.toLowerCase() === typed.toLowerCase());
}

/** Returns what the ids of a type begin with, as far as the catalogue knows it. */
export function idPrefixOf(type: string): string | undefined {
  return shareableTypes.find((known) => known.type === type)?.idPrefix;
}

/** Returns the documented type whose ids begin as an id does. */
export function typeOfId(id: string): string | undefined {
  return shareableTypes.find(({ idPrefix }) => idPrefix !== undefined && id.startsWith(idPrefix))?.type;
}

/** How the name of the default permission of a type begins. */
export const defaultPermissionPrefix = "AliyunRSDefaultPermission";

/** Returns the documented permissions of a type, the default permission first. */
export function permissionsOfType({ type, permissions = [] }: ShareableType): readonly string[] {
  return [`${defaultPermissionPrefix}${type}`, ...permissions];
}

/** The names of all permissions in the catalogue. */
export const permissionNames: readonly string[] = shareableTypes.flatMap(permissionsOfType);

/** Returns the resource type that was probably meant; `undefined` for a name of the catalogue and for one that is like none of them. */
export function meantResourceType(typed: string): string | undefined {
  return meant(typed, resourceTypes);
}

/** Returns the permission that was probably meant; `undefined` for a name of the catalogue or of the vendor's form, and for one that is like neither. */
export function meantPermission(typed: string): string | undefined {
  if (permissionNames.includes(typed)) return undefined;
  const { type, access } = /^AliyunRSPermission(?<type>\w+)(?<access>ReadOnly|ReadWrite)$/i.exec(typed)?.groups ?? {};
  if (type === undefined || access === undefined) return meant(typed, permissionNames);
  const name = `AliyunRSPermission${meantResourceType(type) ?? type}${/only$/i.test(access) ? "ReadOnly" : "ReadWrite"}`;
  return name === typed ? undefined : name;
}

/** Returns the resource type of a permission, as far as its name shows it. */
export function typeOfPermission(name: string): string | undefined {
  return /^AliyunRS(?:DefaultPermission(\w+)|Permission(\w+)(?:ReadOnly|ReadWrite))$/.exec(name)?.slice(1).find(Boolean);
}

/** Returns the region that was probably meant; `undefined` for one of the vendor's regions and for a text that is like none of them. */
export function meantRegion(typed: string): string | undefined {
  return meant(typed, regions);
}

/** Returns the region that was probably meant, or an example. */
export function likelyRegion(typed: string): string {
  return meantRegion(typed) ?? "cn-hangzhou";
}

function meant(typed: string, known: readonly string[]): string | undefined {
  // The names of permissions are long and differ in their types only, so that a distance by length would accept another type.
  return known.includes(typed) ? undefined : (nearest(typed, known, 3) ?? endOf(typed, known));
}
