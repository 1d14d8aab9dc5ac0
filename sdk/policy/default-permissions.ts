import { isUnknown } from "../../provider/lifecycle/diff.ts";
import { permissionsByType } from "../../access/permissions-by-type.ts";
import { resourcesOf, textsOf } from "./lists.ts";
import type { CheckedResource } from "./policy-resource.ts";
import type { Share } from "./stack.ts";

/** The names of the permissions that a resource attaches: a list, or a single one. */
export function permissionNamesOf(subject: CheckedResource): string[] {
  const { permissionName } = subject.values;
  return [...textsOf(subject, "permissionNames"), ...(typeof permissionName === "string" ? [permissionName] : [])];
}

/** The shares with resource types whose default permission applies, each with a resource of the stack to report it for. */
export function defaultPermissionsOf(shares: readonly Share[]): { readonly subject: CheckedResource; readonly types: readonly string[] }[] {
  return shares.flatMap((share) => {
    const types = typesWithDefaultPermission(share);
    return types.length > 0 ? [{ subject: share.subject, types }] : [];
  });
}

/**
 * The resource types of a share whose default permission applies: no resource of the stack attaches another one, be it the share or a
 * `SharePermission`. None when a permission is not known yet, because it may be of any type.
 */
function typesWithDefaultPermission({ parts }: Share): string[] {
  if (parts.some(({ values }) => isUnknown(values["permissionName"]) || isUnknown(values["permissionNames"]))) return [];
  const listed = parts.flatMap((part) => resourcesOf(part));
  const attached = permissionsByType(
    parts.flatMap((part) => permissionNamesOf(part)),
    listed.flatMap(({ types }) => types),
    new Map(),
  );
  return [...new Set(listed.filter(({ types }) => !types.some((type) => attached.has(type))).map(({ type }) => type))];
}
