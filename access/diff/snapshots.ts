import { isUnknown } from "../../provider/lifecycle/diff.ts";
import type { ShareSnapshot } from "../share-snapshot.ts";
import type { KnownIds } from "./known-ids.ts";
import { isReplaced, type PlannedResource } from "./planned-resource.ts";
import type { PlannedShare } from "./planned-shares.ts";
import type { Contribution } from "./shares/contribution.ts";
import { asListed, nothingElse, otherContentOf, snapshotAt } from "./shares/planned-snapshot.ts";
import { afterAcceptors, mayStay, withoutEarlyLeavers } from "./shares/receivers.ts";
import { uninterruptedPart } from "./shares/uninterrupted.ts";

/** A share before the update, after it, and the part of it that stays without interruption; `undefined` when it does not exist then. */
export interface Snapshots {
  readonly planned: PlannedShare;
  /** Whether the update adopts the share, so that its present content is not known. */
  readonly isAdopted: boolean;
  /** Whether the update removes what others have added to the share, and that is not known. */
  readonly removesUnknown?: boolean | undefined;
  /** Whether more of its content may stay than is in `after`. */
  readonly mayHaveMore?: boolean | undefined;
  readonly before: ShareSnapshot | undefined;
  readonly after: ShareSnapshot | undefined;
  readonly throughout: ShareSnapshot | undefined;
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
  const planned = live ? asListed(inState, live) : inState;
  const { share } = planned;
  const other = live ? otherContentOf(live, planned) : nothingElse;
  const hasUnknownContent = planned.isUnidentified || (share === undefined && live === undefined);
  const at = (contributions: PlannedShare["before"], rest = other, mayHaveMore = hasUnknownContent) =>
    snapshotAt(planned, contributions, rest, known, mayHaveMore);
  if (isUnchanged(planned)) {
    // Most shares of a large stack do not change: one snapshot serves all three moments.
    const snapshot = afterAcceptors(planned, at(planned.before), known, live);
    return { planned, isAdopted: false, before: snapshot, after: snapshot, throughout: snapshot };
  }
  const existed = planned.before.length > 0 || live !== undefined || (share === undefined && !planned.isUnidentified);
  const exists = existsAfter(planned) && (planned.after.length > 0 || existed);
  // With `exclusive`, the provider removes targets and resources that are not listed, but keeps permissions.
  const exclusive = share !== undefined && isReconciled(share) ? share.after?.inputs["exclusive"] : undefined;
  const isExclusive = exclusive === true;
  const removesUnknown = live === undefined && (isExclusive || isUnknown(exclusive)) && !planned.before.some(isOfExclusiveShare);
  const before = existed || removesUnknown ? at(planned.before, other, hasUnknownContent || removesUnknown) : undefined;
  const hasUncertainRest = live !== undefined && !isExclusive && (isUnknown(exclusive) || inState.before.some(changesUnknownEntities));
  const remaining = isExclusive || hasUncertainRest ? { ...nothingElse, permissions: other.permissions } : other;
  const contributions = isExclusive ? planned.after.map(withoutEntitiesOfDeleted) : planned.after;
  const after = exists
    ? afterAcceptors(planned, at(contributions, remaining, hasUnknownContent || hasUncertainRest), known, live)
    : undefined;
  const staying = before && uninterruptedPart(before, after, planned, other, known);
  const throughout = staying && withoutEarlyLeavers(planned, staying, known);
  return {
    ...{ planned, before, after, throughout, removesUnknown, isAdopted: live === undefined && isAdopted(planned) },
    mayHaveMore: hasUncertainRest || mayStay(planned, known),
  };
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

/** Whether the share exists after the update: a replacement has another id, and the old share stays only when it is retained. */
function existsAfter({ share, key }: PlannedShare): boolean {
  if (share === undefined) return true;
  const isNew = key === share.urn;
  if (share.isRetained && !isNew) return true;
  return share.after !== undefined && (!isReplaced(share) || isNew);
}

/** Whether the update reconciles an existing share with the program. */
function isReconciled({ operation, after }: PlannedResource): boolean {
  return operation === "update" || (operation === "create" && after?.inputs["adopt"] !== undefined);
}

/** Whether the update adopts a share that the stack does not manage yet. */
function isAdopted({ before, after }: PlannedShare): boolean {
  const isManaged = before.some(({ resource }) => resource.kind === "ResourceShare");
  return !isManaged && after.some(({ resource }) => resource.after?.inputs["adopt"] !== undefined && isReconciled(resource));
}
