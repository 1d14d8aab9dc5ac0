import { isUnknown } from "../../provider/lifecycle/diff.ts";
import type { ShareSnapshot } from "../share-snapshot.ts";
import type { KnownIds } from "./known-ids.ts";
import { isReplaced, type PlannedResource } from "./planned-resource.ts";
import type { PlannedShare } from "./planned-shares.ts";
import type { Contribution } from "./shares/contribution.ts";
import { asListed, nothingElse, type OtherContent, otherContentOf, snapshotAt } from "./shares/planned-snapshot.ts";
import {
  afterAcceptors,
  asAccepted,
  laterReceivers,
  possibleAcceptances,
  possibleLeavers,
  possibleReceivers,
  withoutEarlyLeavers,
} from "./shares/receivers.ts";
import { uninterruptedPart } from "./shares/uninterrupted.ts";

/** A share before the update, after it, and the part of it that stays without interruption; `undefined` where it does not exist. */
export interface Snapshots {
  readonly planned: PlannedShare;
  /** Whether the update adopts the share, so that its present content is not known. */
  readonly isAdopted: boolean;
  /** Whether the update removes what others have added, of which nothing is known. */
  readonly removesUnknown?: boolean | undefined;
  /** Whether more of its content may stay than is in `after`. */
  readonly mayHaveMore?: boolean | undefined;
  /** Ids of the accounts in `after` of which it is not known whether they leave the share. */
  readonly mayLeave?: ReadonlySet<string> | undefined;
  /** Ids of the accounts in `after` that accept the share only when another stack is updated. */
  readonly acceptsLater?: ReadonlySet<string> | undefined;
  /** Ids of the accounts in `before` of which it is not known whether they have accepted their invitation. */
  readonly mayHaveAccepted?: readonly string[] | undefined;
  /** Ids of the accounts with an open invitation in `after` of which it is not known which accept it during the update. */
  readonly mayAccept: readonly string[];
  readonly before: ShareSnapshot | undefined;
  readonly after: ShareSnapshot | undefined;
  readonly throughout: ShareSnapshot | undefined;
}

interface KnownShare {
  readonly planned: PlannedShare;
  readonly known: KnownIds;
  readonly live: ShareSnapshot | undefined;
  /** What others have added, as far as the service lists it. */
  readonly other: OtherContent;
  /** Whether it may have content that nothing lists. */
  readonly hasUnknownContent: boolean;
}

/**
 * Step 4 of {@link diffAccess}: computes the content of a share before and after the update, and without interruption during it.
 *
 * @param live The share as the service lists it, also with content that other programs added.
 * @example
 * // A share that the update deletes, so that all its access is lost:
 * snapshotsOf(planned, known, undefined) // { before: { targets: […], … }, after: undefined, throughout: undefined, … }
 */
export function snapshotsOf(inState: PlannedShare, known: KnownIds, live: ShareSnapshot | undefined): Snapshots {
  const planned = live ? asListed(inState, live) : asAccepted(inState, known);
  const other = live ? otherContentOf(live, planned) : nothingElse;
  const hasUnknownContent = planned.isUnidentified || (planned.share === undefined && live === undefined);
  if (isUnchanged(planned)) {
    // Most shares of a large stack do not change: one snapshot serves all three moments.
    const snapshot = afterAcceptors(planned, snapshotAt(planned, planned.before, other, known, hasUnknownContent), known);
    const mayAccept = possibleAcceptances(planned, snapshot, known);
    return { planned, isAdopted: false, mayAccept, before: snapshot, after: snapshot, throughout: snapshot };
  }
  const share: KnownShare = { planned, known, live, other, hasUnknownContent };
  const effect = effectOnOthers(share, inState);
  const before = snapshotBefore(share, effect);
  const after = snapshotAfter(share, effect);
  const staying = before && uninterruptedPart(before, after, planned, other, known);
  return {
    planned,
    before,
    after,
    throughout: staying && withoutEarlyLeavers(planned, staying, known),
    removesUnknown: effect.removesUnknown,
    isAdopted: live === undefined && isAdopted(planned),
    mayHaveMore: effect.isKeepingUnknown,
    mayLeave: possibleLeavers(planned, known),
    acceptsLater: laterReceivers(planned, known),
    mayHaveAccepted: live ? [] : possibleReceivers(planned, before, known),
    mayAccept: possibleAcceptances(planned, after, known),
  };
}

/** What the update does to targets and resources that others have added. It always keeps their permissions. */
interface EffectOnOthers {
  readonly removesAll: boolean;
  /** It may remove some, and they are not known. */
  readonly removesUnknown: boolean;
  /** It is not known which of those that the service lists stay. */
  readonly isKeepingUnknown: boolean;
}

/**
 * The provider removes what a share with `exclusive` does not list. Three cases:
 *
 * - `exclusive: true`: it removes all.
 * - `exclusive` is not known: what the service lists may stay.
 * - Otherwise all stays; but what a changed resource has put into the share is not always known, and may be among what the service lists.
 *
 * Of a share that the service does not list, `exclusive` removes what is not known, unless the share was exclusive before: then the state
 * has its whole content.
 */
function effectOnOthers({ planned, live }: KnownShare, inState: PlannedShare): EffectOnOthers {
  const { share } = planned;
  const exclusive = share !== undefined && isReconciled(share) ? share.after?.inputs["exclusive"] : undefined;
  const removesAll = exclusive === true;
  const mayRemove = removesAll || isUnknown(exclusive);
  const isUncertain = !removesAll && (isUnknown(exclusive) || inState.before.some(changesUnknownEntities));
  return {
    removesAll,
    removesUnknown: live === undefined && mayRemove && !planned.before.some(isOfExclusiveShare),
    isKeepingUnknown: live !== undefined && isUncertain,
  };
}

function snapshotBefore(share: KnownShare, { removesUnknown }: EffectOnOthers): ShareSnapshot | undefined {
  if (!existsBefore(share) && !removesUnknown) return undefined;
  const { planned, known, other, hasUnknownContent } = share;
  return snapshotAt(planned, planned.before, other, known, hasUnknownContent || removesUnknown);
}

function snapshotAfter(share: KnownShare, { removesAll, isKeepingUnknown }: EffectOnOthers): ShareSnapshot | undefined {
  const { planned, known, other, hasUnknownContent } = share;
  const exists = existsAfter(planned) && (planned.after.length > 0 || existsBefore(share));
  if (!exists) return undefined;
  const contributions = removesAll ? planned.after.map(withoutEntitiesOfDeleted) : planned.after;
  const remaining = removesAll || isKeepingUnknown ? { ...nothingElse, permissions: other.permissions } : other;
  return afterAcceptors(planned, snapshotAt(planned, contributions, remaining, known, hasUnknownContent || isKeepingUnknown), known);
}

/** Whether the update changes a resource of which it is not known what it has put into the share. */
function changesUnknownEntities({ resource, hasUnknown }: Contribution): boolean {
  return resource.operation !== "same" && (hasUnknown.targets || hasUnknown.resources);
}

/** Whether a contribution is of a share whose whole content the state has. */
function isOfExclusiveShare({ resource }: Contribution): boolean {
  return resource.kind === "ResourceShare" && resource.before?.inputs["exclusive"] === true;
}

function withoutEntitiesOfDeleted(contribution: Contribution): Contribution {
  return contribution.resource.after === undefined ? { ...contribution, targets: [], resources: [] } : contribution;
}

/** Whether the stack contributes to the share and no contribution changes. */
function isUnchanged({ share, before, after, acceptors }: PlannedShare): boolean {
  const isSame = before.length > 0 && before.length === after.length && before.every((one, index) => one === after[index]);
  return isSame && (share === undefined || share.operation === "same") && acceptors.every(({ operation }) => operation === "same");
}

/** Whether the share exists before the update: the stack has something in it, the service lists it, or another stack manages it. */
function existsBefore({ planned: { before, share, isUnidentified }, live }: KnownShare): boolean {
  return before.length > 0 || live !== undefined || (share === undefined && !isUnidentified);
}

/** Whether the share exists after the update: a replacement has another id, and the old share stays only when it is retained. */
function existsAfter({ share, key }: PlannedShare): boolean {
  if (share === undefined) return true;
  const isNew = key === share.urn;
  if (share.isRetained && !isNew) return true;
  return share.after !== undefined && (!isReplaced(share) || isNew);
}

function isReconciled({ operation, after }: PlannedResource): boolean {
  return operation === "update" || (operation === "create" && after?.inputs["adopt"] !== undefined);
}

function isAdopted({ before, after }: PlannedShare): boolean {
  const isManaged = before.some(({ resource }) => resource.kind === "ResourceShare");
  return !isManaged && after.some(({ resource }) => resource.after?.inputs["adopt"] !== undefined && isReconciled(resource));
}
