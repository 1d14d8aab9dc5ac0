import { defaultPermissionPrefix } from "../provider/api/catalogue.ts";
import { defaultPermission } from "./share-snapshot.ts";
import type { ShownAccess } from "./shown-access.ts";

/** The permission of an access without what its type shows; where it changes, also the permission before. */
export function permissionText({ permission, oldPermission, resource }: ShownAccess): string {
  const names = [...(oldPermission === undefined ? [] : [oldPermission]), permission];
  return names.map((name) => shortPermission(name, resource.type)).join(" → ");
}

/** The name of a permission without what its type shows: `ReadOnly` of a VSwitch, and `default` for each default permission. */
export function shortPermission(name: string, type: string): string {
  const prefix = `AliyunRSPermission${type}`;
  if (name.startsWith(defaultPermissionPrefix)) return defaultPermission;
  return name.startsWith(prefix) && name !== prefix ? name.slice(prefix.length) : name;
}
