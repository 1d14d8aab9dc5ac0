import { groupedBy } from "../../provider/kernel/grouped-by.ts";
import { acceptingKinds } from "../../provider/resources/kinds.ts";
import { knownIdsOf } from "../../access/diff/known-ids.ts";
import { isCreated, isDeleted, type PlannedResource, plannedResourcesOf } from "../../access/diff/planned-resource.ts";
import { type PlannedShare, plannedSharesOf } from "../../access/diff/planned-shares.ts";
import type { Preview } from "../../access/diff/preview.ts";
import { nonEmptyText } from "../../access/untyped-values.ts";
import { type Contribution, resourceKey, targetKey } from "../../access/diff/shares/contribution.ts";
import { mayBeInvited } from "../../access/share-snapshot.ts";
import { type QuotaName, total } from "./quotas.ts";

/** What an update adds to what a quota counts, and what it removes afterwards. */
export interface QuotaChange {
  readonly added: number;
  readonly removed: number;
}

/** What updates change of what quotas count. */
interface QuotaChanges {
  /** Open invitations are at most those added: whether a target is outside the directory may be known to the service only. */
  readonly changes: Readonly<Record<QuotaName, QuotaChange>>;
  /** Whether there are targets, resources or shares that are known only during the update, and are not counted. */
  readonly hasUnknown: boolean;
}

/** What updates need of one account in one region, which may be nothing. */
export interface Need extends QuotaChanges {
  /** The name of the account in the configuration; `undefined`: the default account. */
  readonly account: string | undefined;
  /** `undefined`: the account's own region. */
  readonly region: string | undefined;
  /** The name of the explicit provider whose account it is; a preview does not show its credentials. */
  readonly explicitProvider: string | undefined;
  /** Whether the update changes something there. */
  readonly isChanged: boolean;
  /** Whether the update only accepts or leaves shares of other accounts, which needs no quota. */
  readonly isOfReceiver: boolean;
}

type Place = Pick<Need, "account" | "region" | "explicitProvider">;

/**
 * Predicts from previews what their updates need, for each account and region of the stacks.
 *
 * @example
 * needsOf([readPreview(readFileSync("preview.json", "utf8"))])
 * // [{ account: undefined, region: undefined, changes: { shares: { added: 2, removed: 0 }, … }, … }]
 */
export function needsOf(previews: readonly Preview[]): Need[] {
  return groupedBy(previews.flatMap(partsOf), ({ place }) => JSON.stringify(place)).map(needOf);
}

/** What one preview does with a resource, or with a share, in one account and region. */
interface Part {
  readonly place: Place;
  readonly resource?: PlannedResource;
  readonly share?: QuotaChanges;
}

function partsOf(preview: Preview): Part[] {
  const resources = plannedResourcesOf(preview);
  const shares = plannedSharesOf(resources, knownIdsOf(resources, undefined), preview.hasDependencies);
  return [
    ...resources.map((resource) => ({ place: placeOf(resource), resource })),
    ...shares.map((share) => ({ place: placeOfShare(share), share: changesOf(share) })),
  ];
}

function placeOf({ before, after }: PlannedResource): Place {
  const { inputs, explicitProvider } = after ?? before ?? { inputs: {} };
  return { account: nonEmptyText(inputs["account"]), region: nonEmptyText(inputs["region"]), explicitProvider };
}

function placeOfShare({ share, before, after }: PlannedShare): Place {
  const resource = share ?? [...after, ...before][0]?.resource;
  return resource === undefined ? { account: undefined, region: undefined, explicitProvider: undefined } : placeOf(resource);
}

/** Whether an update does something with a resource. It may change the state only. */
function isChanged({ operation }: PlannedResource): boolean {
  return operation !== "same" && operation !== "read";
}

function needOf(parts: readonly [Part, ...Part[]]): Need {
  const [{ place }] = parts;
  const shares = parts.flatMap(({ share }) => share ?? []);
  const changed = parts.flatMap(({ resource }) => resource ?? []).filter(isChanged);
  const sum = (quota: QuotaName): QuotaChange => ({
    added: total(shares.map(({ changes }) => changes[quota].added)),
    removed: total(shares.map(({ changes }) => changes[quota].removed)),
  });
  const hasUnknown = shares.some((share) => share.hasUnknown);
  return {
    ...place,
    isChanged: hasUnknown || changed.length > 0,
    changes: { shares: sum("shares"), sharedResources: sum("sharedResources"), pendingInvitations: sum("pendingInvitations") },
    isOfReceiver: changed.every(({ kind }) => acceptingKinds.includes(kind)),
    hasUnknown,
  };
}

/** What an update does with one share. The key of a share is the URN of its resource when the update creates it. */
function changesOf({ share, key, before, after, isUnidentified }: PlannedShare): QuotaChanges {
  const isNew = key === share?.urn;
  const isAdded = share !== undefined && isNew && isCreated(share);
  const isRemoved = share !== undefined && !isNew && isDeleted(share) && !share.isRetained;
  // An adopted object may have all that its resource lists.
  const adding = after.filter(({ resource }) => !isAdopted(resource));
  const addedTargets = targetsOf(adding).difference(targetsOf(before));
  const outside = adding.flatMap(({ targets }) => targets.filter(({ entity }) => mayBeInvited(entity)));
  return {
    changes: {
      shares: { added: isAdded ? 1 : 0, removed: isRemoved ? 1 : 0 },
      sharedResources: {
        added: resourcesOf(adding).difference(resourcesOf(before)).size,
        removed: resourcesOf(before).difference(resourcesOf(after)).size,
      },
      pendingInvitations: { added: addedTargets.intersection(new Set(outside.map(({ entity }) => targetKey(entity)))).size, removed: 0 },
    },
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
