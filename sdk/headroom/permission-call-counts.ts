import { kindsWithOnePermission, kindsWithPermissions } from "../../provider/resources/kinds.ts";
import { maxEntries } from "../../provider/api/parameters.ts";
import type { PlannedResource } from "../../access/diff/planned-resource.ts";
import type { ResourceState } from "../../access/diff/resource-state.ts";
import { knownItemsOf, nonEmptyTexts } from "../../access/untyped-values.ts";
import { changedPartsOf, type Parts } from "./changed-parts.ts";
import { createsOwnShare } from "./share-change.ts";
import { total } from "./total.ts";

/** Returns the fewest calls that attach permissions to shares, and that detach some. Each call has one permission of one share. */
export function permissionCallsOf(resources: readonly PlannedResource[]): { readonly attaching: number; readonly detaching: number } {
  const changes = changedPartsOf(
    resources.filter(({ kind }) => kindsWithPermissions.includes(kind)),
    permissionsOf,
  );
  // The call that creates a share attaches its first permissions.
  const attached = changes.map(({ resource, added }) => Math.max(0, added.size - (createsOwnShare(resource) ? maxEntries : 0)));
  // A permission of the same resource type replaces the one before it, and the type may be known to the service only.
  const detached = changes.map(({ resource: { kind, operation }, removed }) =>
    kindsWithOnePermission.includes(kind) && operation === "update" ? 0 : removed.length,
  );
  return { attaching: total(attached), detaching: total(detached) };
}

function permissionsOf({ kind }: PlannedResource, { inputs, outputs }: ResourceState, moment: "before" | "after"): Parts | undefined {
  const isOne = kindsWithOnePermission.includes(kind);
  const property = isOne ? "permissionName" : "permissionNames";
  const value = moment === "before" ? (outputs[property] ?? inputs[property]) : inputs[property];
  const { known, hasUnknown } = knownItemsOf(isOne ? [value] : value);
  return hasUnknown ? undefined : new Map(nonEmptyTexts(known).map((name) => [name, name]));
}
