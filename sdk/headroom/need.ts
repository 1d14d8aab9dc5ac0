import { acceptingKinds } from "../../provider/resources/kinds.ts";
import { knownIdsOf } from "../../access/diff/known-ids.ts";
import { type PlannedResource, plannedResourcesOf } from "../../access/diff/planned-resource.ts";
import { type PlannedShare, plannedSharesOf } from "../../access/diff/planned-shares.ts";
import type { Preview } from "../../access/diff/preview.ts";
import { nonEmptyText } from "../../access/untyped-values.ts";
import { type ShareChange, shareChangeOf } from "./share-change.ts";
import { type QuotaName, total } from "./quotas.ts";

/** What an update adds to what a quota counts, and what it removes afterwards. */
export interface QuotaChange {
  readonly added: number;
  readonly removed: number;
}

/** What updates need of one account in one region, which may be nothing. */
export interface Need {
  /** The name of the account in the configuration; `undefined`: the default account. */
  readonly account: string | undefined;
  /** `undefined`: the account's own region. */
  readonly region: string | undefined;
  /** The name of the explicit provider whose account it is; a preview does not show its credentials. */
  readonly explicitProvider: string | undefined;
  /** Open invitations are at most those added: whether a target is outside the directory may be known to the service only. */
  readonly changes: Readonly<Record<QuotaName, QuotaChange>>;
  /** Whether the update changes something there. */
  readonly isChanged: boolean;
  /** Whether the update only accepts or leaves shares of other accounts, which needs no quota. */
  readonly isOfReceiver: boolean;
  /** Whether there are targets, resources or shares that are known only during the update, and are not counted. */
  readonly hasUnknown: boolean;
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
  return [...Map.groupBy(previews.flatMap(partsOf), ({ place }) => JSON.stringify(place)).values()].map(needOf);
}

/** What one preview does with a resource, or with a share, in one account and region. */
interface Part {
  readonly place: Place;
  readonly resource?: PlannedResource;
  readonly share?: ShareChange;
}

function partsOf(preview: Preview): Part[] {
  const resources = plannedResourcesOf(preview);
  const shares = plannedSharesOf(resources, knownIdsOf(resources, undefined), preview.hasDependencies);
  return [
    ...resources.map((resource) => ({ place: placeOf(resource), resource })),
    ...shares.map((share) => ({ place: placeOfShare(share), share: shareChangeOf(share) })),
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

function needOf(parts: readonly Part[]): Need {
  const place: Place = { account: undefined, region: undefined, explicitProvider: undefined, ...parts[0]?.place };
  const shares = parts.flatMap(({ share }) => share ?? []);
  const changed = parts.flatMap(({ resource }) => resource ?? []).filter(isChanged);
  const sum = (count: (change: ShareChange) => number) => total(shares.map(count));
  const hasUnknown = shares.some((share) => share.hasUnknown);
  return {
    ...place,
    isChanged: hasUnknown || changed.length > 0,
    changes: {
      shares: { added: shares.filter((share) => share.isCreated).length, removed: shares.filter((share) => share.isDeleted).length },
      sharedResources: { added: sum(({ addedResources }) => addedResources), removed: sum(({ removedResources }) => removedResources) },
      pendingInvitations: { added: sum(({ invitations }) => invitations), removed: 0 },
    },
    isOfReceiver: changed.every(({ kind }) => acceptingKinds.includes(kind)),
    hasUnknown,
  };
}
