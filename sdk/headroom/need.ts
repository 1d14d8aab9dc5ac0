import { acceptingKinds } from "../../provider/resources/kinds.ts";
import { knownIdsOf } from "../../access/diff/known-ids.ts";
import { type PlannedResource, plannedResourcesOf } from "../../access/diff/planned-resource.ts";
import { type PlannedShare, plannedSharesOf } from "../../access/diff/planned-shares.ts";
import type { Preview } from "../../access/diff/preview.ts";
import { nonEmptyText } from "../../access/untyped-values.ts";
import type { QuotaName } from "./quotas.ts";
import { type ShareChange, shareChangeOf } from "./share-change.ts";
import { total } from "./total.ts";

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
  /** How many targets and resources are associated with shares. */
  readonly associations: number;
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
 * // [{ account: undefined, region: undefined, changes: { shares: { added: 2, removed: 0 }, … }, associations: 9, … }]
 */
export function needsOf(previews: readonly Preview[]): Need[] {
  const parts = previews.flatMap(partsOf);
  return [...Map.groupBy(parts, ({ place }) => keyOf(place)).values()].map(needOf);
}

/** Whether an update does something with a resource. It may change the state only. */
function isChanged({ operation }: PlannedResource): boolean {
  return operation !== "same" && operation !== "read";
}

/** What one preview does in one account and region. */
interface Part {
  readonly place: Place;
  readonly shares: readonly ShareChange[];
  readonly resources: readonly PlannedResource[];
}

function partsOf(preview: Preview): Part[] {
  const resources = plannedResourcesOf(preview);
  const shares = plannedSharesOf(resources, knownIdsOf(resources, undefined), preview.hasDependencies);
  const places = new Map([...resources.map(placeOf), ...shares.map(placeOfShare)].map((place) => [keyOf(place), place]));
  return [...places].map(([key, place]) => {
    const ofPlace = resources.filter((resource) => keyOf(placeOf(resource)) === key);
    const changes = shares.filter((share) => keyOf(placeOfShare(share)) === key).map(shareChangeOf);
    return { place, shares: changes, resources: ofPlace };
  });
}

function placeOf({ before, after }: PlannedResource): Place {
  const { inputs, explicitProvider } = after ?? before ?? { inputs: {} };
  return { account: nonEmptyText(inputs["account"]), region: nonEmptyText(inputs["region"]), explicitProvider };
}

function placeOfShare({ share, before, after }: PlannedShare): Place {
  const resource = share ?? [...after, ...before][0]?.resource;
  return resource === undefined ? { account: undefined, region: undefined, explicitProvider: undefined } : placeOf(resource);
}

function keyOf({ account, region, explicitProvider }: Place): string {
  return JSON.stringify([account, region, explicitProvider]);
}

function needOf(parts: readonly Part[]): Need {
  const [first] = parts;
  if (first === undefined) throw new Error("a need has at least one part");
  const shares = parts.flatMap((part) => part.shares);
  const resources = parts.flatMap((part) => part.resources);
  const sum = (pick: (change: ShareChange) => number) => total(shares.map(pick));
  const hasUnknown = shares.some((share) => share.hasUnknown);
  return {
    ...first.place,
    isChanged: hasUnknown || resources.some(isChanged),
    changes: {
      shares: { added: sum(({ isCreated }) => Number(isCreated)), removed: sum(({ isDeleted }) => Number(isDeleted)) },
      sharedResources: { added: sum(({ addedResources }) => addedResources), removed: sum(({ removedResources }) => removedResources) },
      pendingInvitations: { added: sum(({ invitations }) => invitations), removed: 0 },
    },
    associations: sum(({ addedResources, addedTargets }) => addedResources + addedTargets),
    isOfReceiver: resources.filter(isChanged).every(({ kind }) => acceptingKinds.includes(kind)),
    hasUnknown,
  };
}
