import { isCreated, isDeleted, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { PlannedShare } from "../../access/diff/planned-shares.ts";
import { type Contribution, resourceKey, targetKey } from "../../access/diff/shares/contribution.ts";
import { createsShare } from "../../access/diff/shares/share-keys.ts";
import { kindsWithOnePermission } from "../../provider/resources/kinds.ts";

/** Resources and targets by their keys, and permissions by their names. */
export type Parts = Readonly<Record<"resources" | "targets" | "permissions", ReadonlySet<string>>>;

/** What an update does with one share. */
export interface ShareChange {
  readonly planned: PlannedShare;
  readonly isCreated: boolean;
  readonly isDeleted: boolean;
  readonly added: Parts;
  readonly removed: Parts;
  /** How many of the added targets may be outside the directory. */
  readonly invitations: number;
  /** Whether it has targets or resources that are known only during the update. */
  readonly hasUnknown: boolean;
}

/** Summarises what an update does with a share. The key of a share is the URN of its resource when the update creates it. */
export function shareChangeOf(planned: PlannedShare): ShareChange {
  const { share, key, before, after, isUnidentified } = planned;
  const isNew = key === share?.urn;
  // An adopted object may have all that its resource lists.
  const adding = after.filter(({ resource }) => !isAdopted(resource));
  const added = without(partsOf(adding), partsOf(before));
  const outside = adding.flatMap(({ targets }) => targets.filter(({ entity }) => entity.external !== false));
  return {
    planned,
    isCreated: share !== undefined && isNew && isCreated(share),
    isDeleted: share !== undefined && !isNew && isDeleted(share) && !share.isRetained,
    added,
    removed: without(removableParts(planned), partsOf(after)),
    invitations: added.targets.intersection(new Set(outside.map(({ entity }) => targetKey(entity)))).size,
    hasUnknown:
      isUnidentified || adding.length < after.length || after.some(({ hasUnknown }) => hasUnknown.resources || hasUnknown.targets),
  };
}

/** Whether the update takes over an existing object as a resource. */
export function isAdopted({ before, after }: PlannedResource): boolean {
  return before === undefined && after?.inputs["adopt"] !== undefined;
}

/** Whether the update creates the share of a resource, and does not adopt one. */
export function createsOwnShare(resource: PlannedResource): boolean {
  return resource.kind === "ResourceShare" && createsShare({ share: resource });
}

/** The parts of contributions; each counts once. */
export function partsOf(contributions: readonly Contribution[]): Parts {
  return {
    resources: new Set(contributions.flatMap(({ resources }) => resources.map(({ entity }) => resourceKey(entity)))),
    targets: new Set(contributions.flatMap(({ targets }) => targets.map(({ entity }) => targetKey(entity)))),
    permissions: new Set(contributions.flatMap(({ allPermissionNames }) => [...allPermissionNames])),
  };
}

/** The parts that are not among others. */
export function without({ resources, targets, permissions }: Parts, others: Parts): Parts {
  return {
    resources: resources.difference(others.resources),
    targets: targets.difference(others.targets),
    permissions: permissions.difference(others.permissions),
  };
}

/**
 * The parts of a share before the update that calls remove unless they are listed afterwards. Without permissions where one is not known yet,
 * and without that of a changed SharePermission: the new one may be of the same type, and then replaces it.
 */
function removableParts({ before, after }: PlannedShare): Parts {
  const isUnclear = after.some(({ hasUnknown }) => hasUnknown.permissions);
  const isReplacing = ({ kind, operation }: PlannedResource) => kindsWithOnePermission.includes(kind) && operation === "update";
  const detaching = isUnclear ? [] : before.filter(({ resource }) => !isReplacing(resource));
  return { ...partsOf(before), permissions: partsOf(detaching).permissions };
}
