import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { type Associated, mayBeInvited, type ShareSnapshot, type Target } from "../../share-snapshot.ts";
import { nonEmptyText } from "../../untyped-values.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { PlannedShare } from "../planned-shares.ts";
import { targetKey } from "./contribution.ts";
import { accountIdOf } from "./owner-account.ts";
import { staysThroughout } from "./uninterrupted.ts";

/**
 * The share after the resources of the stack's receiving accounts are updated: an accepted invitation is not pending,
 * and an account that leaves is no target any more.
 *
 * @param live The share as the service lists it, with the invitations that are open.
 */
export function afterAcceptors(planned: PlannedShare, snapshot: ShareSnapshot, known: KnownIds, live?: ShareSnapshot): ShareSnapshot {
  const { accepting, idle, leaving, unidentified } = receiversOf(planned, known);
  // A target that is removed and added again is invited again.
  const invitedBefore = planned.before.flatMap(({ targets }) =>
    targets.filter(({ entity }) => staysThroughout(planned, targetKey(entity))),
  );
  const pendingBefore = new Map(invitedBefore.map(({ entity, pending }) => [entity.id, pending] as const));
  const open = new Set((live?.targets ?? []).flatMap(({ entity: { id }, pending }) => (pending ? [id] : [])));
  const isAccepted = (id: string) => accepting.has(id) || (idle.has(id) && pendingBefore.has(id) && !open.has(id));
  const invited = snapshot.targets.filter(
    ({ entity, pending }) => mayBeInvited(entity) && (pendingBefore.get(entity.id) ?? pending) && !isAccepted(entity.id),
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

interface Receivers {
  readonly accepting: ReadonlySet<string>;
  /** Ids of accounts whose resource does not change: they have accepted what was shared before, and accept nothing new. */
  readonly idle: ReadonlySet<string>;
  readonly leaving: ReadonlySet<string>;
  /** Ids of accounts that may leave: another acceptor, of unknown account, may keep them, or `leaveOnDelete` is unknown. */
  readonly mayLeave: ReadonlySet<string>;
  /** How many acceptors have an account of unknown id: each may be any invited account. */
  readonly unidentified: number;
}

function receiversOf({ acceptors }: Pick<PlannedShare, "acceptors">, known: KnownIds): Receivers {
  const present = acceptors.filter(({ after }) => after !== undefined);
  const idOf = (acceptor: PlannedResource) => receiverOf(acceptor, known) ?? [];
  const accepting = new Set(present.filter(({ operation }) => operation !== "same").flatMap(idOf));
  const idle = new Set(present.filter(({ operation }) => operation === "same").flatMap(idOf));
  const unidentified = present.filter((acceptor) => receiverOf(acceptor, known) === undefined).length;
  const deleted = acceptors.filter(
    ({ after, before, isRetained }) => after === undefined && !isRetained && before?.inputs["leaveOnDelete"] !== false,
  );
  // Inside a directory the service sends no invitations, and an account cannot leave.
  const invited = deleted.filter(({ before }) => nonEmptyText(before?.outputs["invitationId"]) !== undefined);
  const isUncertain = ({ before }: PlannedResource) => unidentified > 0 || isUnknown(before?.inputs["leaveOnDelete"]);
  const leaversOf = (some: readonly PlannedResource[]) => new Set(some.flatMap(idOf).filter((id) => !accepting.has(id) && !idle.has(id)));
  return {
    accepting,
    idle,
    leaving: leaversOf(invited.filter((acceptor) => !isUncertain(acceptor))),
    mayLeave: leaversOf(invited.filter(isUncertain)),
    unidentified,
  };
}

function receiverOf({ before, after }: PlannedResource, known: KnownIds): string | undefined {
  const state = after ?? before;
  return nonEmptyText(before?.outputs["receiverAccountId"]) ?? (state && accountIdOf(state, known.accounts));
}
