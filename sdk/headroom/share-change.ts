import { isCreated, isDeleted, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { PlannedShare } from "../../access/diff/planned-shares.ts";
import { mayBeInvited } from "../../access/share-snapshot.ts";
import { type Contribution, resourceKey, targetKey } from "../../access/diff/shares/contribution.ts";

/** What an update does with one share. */
export interface ShareChange {
  readonly isCreated: boolean;
  readonly isDeleted: boolean;
  readonly addedResources: number;
  readonly removedResources: number;
  /** How many of the added targets may be outside the directory. */
  readonly invitations: number;
  /** Whether it has targets or resources that are known only during the update. */
  readonly hasUnknown: boolean;
}

/** Summarises what an update does with a share. The key of a share is the URN of its resource when the update creates it. */
export function shareChangeOf({ share, key, before, after, isUnidentified }: PlannedShare): ShareChange {
  const isNew = key === share?.urn;
  // An adopted object may have all that its resource lists.
  const adding = after.filter(({ resource }) => !isAdopted(resource));
  const addedTargets = targetsOf(adding).difference(targetsOf(before));
  const outside = adding.flatMap(({ targets }) => targets.filter(({ entity }) => mayBeInvited(entity)));
  return {
    isCreated: share !== undefined && isNew && isCreated(share),
    isDeleted: share !== undefined && !isNew && isDeleted(share) && !share.isRetained,
    addedResources: resourcesOf(adding).difference(resourcesOf(before)).size,
    removedResources: resourcesOf(before).difference(resourcesOf(after)).size,
    invitations: addedTargets.intersection(new Set(outside.map(({ entity }) => targetKey(entity)))).size,
    hasUnknown:
      isUnidentified || adding.length < after.length || after.some(({ hasUnknown }) => hasUnknown.resources || hasUnknown.targets),
  };
}

/** Whether the update takes over an existing object as a resource. */
function isAdopted({ before, after }: PlannedResource): boolean {
  return before === undefined && after?.inputs["adopt"] !== undefined;
}

function resourcesOf(contributions: readonly Contribution[]): Set<string> {
  return new Set(contributions.flatMap(({ resources }) => resources.map(({ entity }) => resourceKey(entity))));
}

function targetsOf(contributions: readonly Contribution[]): Set<string> {
  return new Set(contributions.flatMap(({ targets }) => targets.map(({ entity }) => targetKey(entity))));
}
