import { isCreated, isDeleted, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { PlannedShare } from "../../access/diff/planned-shares.ts";
import { type Contribution, resourceKey, targetKey } from "../../access/diff/shares/contribution.ts";

/** The entities of a share, by their keys. */
interface Entities {
  readonly resources: ReadonlySet<string>;
  readonly targets: ReadonlySet<string>;
}

/** What an update does with one share. */
export interface ShareChange {
  readonly isCreated: boolean;
  readonly isDeleted: boolean;
  readonly added: Entities;
  readonly removed: Entities;
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
  const added = without(entitiesOf(adding), entitiesOf(before));
  const outside = adding.flatMap(({ targets }) => targets.filter(({ entity }) => entity.external !== false));
  return {
    isCreated: share !== undefined && isNew && isCreated(share),
    isDeleted: share !== undefined && !isNew && isDeleted(share) && !share.isRetained,
    added,
    removed: without(entitiesOf(before), entitiesOf(after)),
    invitations: added.targets.intersection(new Set(outside.map(({ entity }) => targetKey(entity)))).size,
    hasUnknown:
      isUnidentified || adding.length < after.length || after.some(({ hasUnknown }) => hasUnknown.resources || hasUnknown.targets),
  };
}

/** Whether the update takes over an existing object as a resource. */
function isAdopted({ before, after }: PlannedResource): boolean {
  return before === undefined && after?.inputs["adopt"] !== undefined;
}

function entitiesOf(contributions: readonly Contribution[]): Entities {
  return {
    resources: new Set(contributions.flatMap(({ resources }) => resources.map(({ entity }) => resourceKey(entity)))),
    targets: new Set(contributions.flatMap(({ targets }) => targets.map(({ entity }) => targetKey(entity)))),
  };
}

function without({ resources, targets }: Entities, others: Entities): Entities {
  return { resources: resources.difference(others.resources), targets: targets.difference(others.targets) };
}
