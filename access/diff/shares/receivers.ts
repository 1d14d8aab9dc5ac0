import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { urnParts } from "../../../provider/kernel/type-tokens.ts";
import { type Associated, mayBeInvited, type ShareSnapshot, type Target } from "../../share-snapshot.ts";
import { nonEmptyText } from "../../untyped-values.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { PlannedShare } from "../planned-shares.ts";
import { type Contribution, targetKey } from "./contribution.ts";
import { accountIdOf } from "./owner-account.ts";
import { staysThroughout } from "./uninterrupted.ts";

/**
 * Returns a share whose invitations are not pending where an acceptor in the state has accepted them: the state of the share is older than
 * the acceptance, and shows them as open until the next refresh.
 */
export function asAccepted(planned: PlannedShare, known: KnownIds): PlannedShare {
  const accepted = new Set(
    planned.acceptors
      .filter(({ before }) => before?.outputs["status"] === "Accepted")
      .flatMap((acceptor) => receiverOf({ ...acceptor, after: undefined }, known) ?? []),
  );
  if (accepted.size === 0) return planned;
  const isAccepted = (target: Target) => mayBeInvited(target) && accepted.has(target.id);
  const answered = (contribution: Contribution): Contribution => ({
    ...contribution,
    targets: contribution.targets.map(({ entity, pending }) => ({ entity, pending: pending && !isAccepted(entity) })),
  });
  const before = new Map(planned.before.map((contribution) => [contribution, answered(contribution)]));
  // A contribution in both `before` and `after` is unchanged.
  const after = planned.after.map((contribution) => before.get(contribution) ?? contribution);
  return { ...planned, before: [...before.values()], after };
}

/**
 * The share after the resources of the stack's receiving accounts are updated: an accepted invitation is not pending,
 * and an account that leaves is no target any more.
 */
export function afterAcceptors(planned: PlannedShare, snapshot: ShareSnapshot, known: KnownIds): ShareSnapshot {
  const { accepting, leaving, unidentified } = receiversOf(planned, known);
  // A target that is removed and added again is invited again.
  const invitedBefore = planned.before.flatMap(({ targets }) =>
    targets.filter(({ entity }) => staysThroughout(planned, targetKey(entity))),
  );
  const pendingBefore = new Map(invitedBefore.map(({ entity, pending }) => [entity.id, pending] as const));
  const invited = snapshot.targets.filter(
    ({ entity, pending }) => mayBeInvited(entity) && (pendingBefore.get(entity.id) ?? pending) && !accepting.has(entity.id),
  );
  // Acceptors of unidentified accounts may accept all open invitations.
  const mayAllBeAccepted = unidentified >= invited.length;
  const waiting = new Set<Associated<Target>>(mayAllBeAccepted ? [] : invited);
  // The provider waits for associations of the stack that are in progress, and only when a contribution changes.
  const contributions = [...planned.before, ...planned.after];
  const isChanging = contributions.some(({ resource }) => resource.operation !== "same");
  const own = new Set(contributions.flatMap(({ targets }) => targets.map(({ entity }) => entity.id)));
  return {
    ...snapshot,
    targets: snapshot.targets
      .filter(({ entity }) => !leaving.has(entity.id))
      .map((target) => ({
        entity: target.entity,
        pending: mayBeInvited(target.entity) ? waiting.has(target) : target.pending && !(isChanging && own.has(target.entity.id)),
      })),
  };
}

/** The part of a share that stays throughout, without the accounts that leave it before the end of the update. */
export function withoutEarlyLeavers(planned: PlannedShare, snapshot: ShareSnapshot, known: KnownIds): ShareSnapshot {
  // Of the acceptors that are deleted, only one that is replaced leaves early: other deletions come last.
  const acceptors = planned.acceptors.filter(({ after, operation }) => after !== undefined || operation === "delete-before-replace");
  const { leaving } = receiversOf({ acceptors }, known);
  return { ...snapshot, targets: snapshot.targets.filter(({ entity }) => !leaving.has(entity.id)) };
}

/** Ids of the accounts of which it is not known whether they leave the share: their access after the update is not known. */
export function possibleLeavers({ acceptors }: PlannedShare, known: KnownIds): ReadonlySet<string> {
  return receiversOf({ acceptors }, known).mayLeave;
}

/** Ids of the accounts that accept the share only after the update, by resources of other stacks. */
export function laterReceivers({ before, after, acceptors }: PlannedShare, known: KnownIds): ReadonlySet<string> {
  const [own] = [...after, ...before].map(({ resource }) => urnParts(resource.urn)?.stack);
  const later = acceptors.filter((acceptor) => acceptor.before === undefined && urnParts(acceptor.urn)?.stack !== own);
  return new Set(later.flatMap((acceptor) => receiverOf(acceptor, known) ?? []));
}

/** Ids of the accounts whose invitation is open in the state of the share alone: without their acceptor, they may have accepted it since. */
export function possibleReceivers({ acceptors }: PlannedShare, before: ShareSnapshot | undefined, known: KnownIds): readonly string[] {
  const receivers = new Set(acceptors.map((acceptor) => receiverOf(acceptor, known)));
  if (before === undefined || receivers.has(undefined)) return [];
  return openInvitations(before).filter((id) => !receivers.has(id));
}

/** Ids of the accounts of which some accept the share in this update: it has acceptors of unknown accounts, and more open invitations than these. */
export function possibleAcceptances({ acceptors }: PlannedShare, after: ShareSnapshot | undefined, known: KnownIds): readonly string[] {
  const accepting = acceptors.filter((acceptor) => acceptor.after !== undefined && acceptor.operation !== "same");
  const isUnidentified = accepting.some((acceptor) => receiverOf(acceptor, known) === undefined);
  return after !== undefined && isUnidentified ? openInvitations(after) : [];
}

function openInvitations({ targets }: ShareSnapshot): readonly string[] {
  return targets.filter(({ entity, pending }) => pending && mayBeInvited(entity)).map(({ entity }) => entity.id);
}

interface Receivers {
  /** Ids of accounts whose resource changes: one without a change accepts nothing new. */
  readonly accepting: ReadonlySet<string>;
  readonly leaving: ReadonlySet<string>;
  /** Ids of accounts that may leave: another acceptor, of unknown account, may keep them, or `leaveOnDelete` is unknown. */
  readonly mayLeave: ReadonlySet<string>;
  /** How many acceptors have an account of unknown id: each may be any invited account. */
  readonly unidentified: number;
}

function receiversOf({ acceptors }: Pick<PlannedShare, "acceptors">, known: KnownIds): Receivers {
  const present = acceptors.filter(({ after }) => after !== undefined);
  const idOf = (acceptor: PlannedResource) => receiverOf(acceptor, known) ?? [];
  const unidentified = present.filter((acceptor) => receiverOf(acceptor, known) === undefined).length;
  const deleted = acceptors.filter(
    ({ after, before, isRetained }) => after === undefined && !isRetained && before?.inputs["leaveOnDelete"] !== false,
  );
  // An account that has left is not invited again in this update, so that a replacement of its acceptor finds nothing to accept.
  const leftBefore = new Set(deleted.flatMap(({ urn, operation }) => (operation === "delete-before-replace" ? [urn] : [])));
  const staying = new Set(present.filter(({ urn }) => !leftBefore.has(urn)).flatMap(idOf));
  // Inside a directory the service sends no invitations, and an account cannot leave.
  const invited = deleted.filter(({ before }) => nonEmptyText(before?.outputs["invitationId"]) !== undefined);
  const isUncertain = ({ before }: PlannedResource) => unidentified > 0 || isUnknown(before?.inputs["leaveOnDelete"]);
  const leaversOf = (some: readonly PlannedResource[]) => new Set(some.flatMap(idOf).filter((id) => !staying.has(id)));
  return {
    accepting: new Set(present.filter(({ operation }) => operation !== "same").flatMap(idOf)),
    leaving: leaversOf(invited.filter((acceptor) => !isUncertain(acceptor))),
    mayLeave: leaversOf(invited.filter(isUncertain)),
    unidentified,
  };
}

function receiverOf({ before, after }: PlannedResource, known: KnownIds): string | undefined {
  const state = after ?? before;
  return nonEmptyText(before?.outputs["receiverAccountId"]) ?? (state && accountIdOf(state, known.accounts));
}
