import { isCreated, isDeleted, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { PlannedShare } from "../../access/diff/planned-shares.ts";
import { type Contribution, resourceKey, targetKey } from "../../access/diff/shares/contribution.ts";
import { createsShare } from "../../access/diff/shares/share-keys.ts";
import type { Resource, Target } from "../../access/share-snapshot.ts";

/** Resources and targets by their keys. */
export interface Entities {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly targets: ReadonlyMap<string, Target>;
}

/** What an update does with one share. */
export interface ShareChange {
  readonly planned: PlannedShare;
  readonly isCreated: boolean;
  readonly isDeleted: boolean;
  readonly added: Entities;
  readonly removed: Entities;
  /** Whether it has targets or resources that are known only during the update. */
  readonly hasUnknown: boolean;
}

/** Summarises what an update does with a share. The key of a share is the URN of its resource when the update creates it. */
export function shareChangeOf(planned: PlannedShare): ShareChange {
  const { share, key, before, after, isUnidentified } = planned;
  const isNew = key === share?.urn;
  const [old, wanted] = [entitiesOf(before), entitiesOf(after)];
  return {
    planned,
    isCreated: share !== undefined && isNew && isCreated(share),
    isDeleted: share !== undefined && !isNew && isDeleted(share) && !share.isRetained,
    added: without(wanted, old),
    removed: without(old, wanted),
    hasUnknown: isUnidentified || after.some(({ hasUnknown }) => hasUnknown.resources || hasUnknown.targets),
  };
}

/** Whether the update creates the share of a resource, and does not adopt one. */
export function createsOwnShare(resource: PlannedResource): boolean {
  return resource.kind === "ResourceShare" && createsShare({ share: resource });
}

/** The resources and targets of contributions; each counts once. */
export function entitiesOf(contributions: readonly Contribution[]): Entities {
  return {
    resources: new Map(contributions.flatMap(({ resources }) => resources.map(({ entity }) => [resourceKey(entity), entity]))),
    targets: new Map(contributions.flatMap(({ targets }) => targets.map(({ entity }) => [targetKey(entity), entity]))),
  };
}

/** The entities that are not among others. */
export function without({ resources, targets }: Entities, others: Entities): Entities {
  return {
    resources: new Map([...resources].filter(([key]) => !others.resources.has(key))),
    targets: new Map([...targets].filter(([key]) => !others.targets.has(key))),
  };
}
