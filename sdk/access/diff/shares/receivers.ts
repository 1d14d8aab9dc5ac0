import type { Associated, ShareSnapshot, Target } from "../../share-snapshot.ts";
import { textOf } from "../../values.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { PlannedShare } from "../planned-shares.ts";

/**
 * The share after the resources of the stack's receiving accounts are updated: an accepted invitation is not pending, and an account that leaves is
 * no target.
 */
export function afterAcceptors(planned: PlannedShare, snapshot: ShareSnapshot, known: KnownIds): ShareSnapshot {
  const { accepting, leaving, unidentified } = receiversOf(planned.acceptors, known);
  const pendingBefore = new Map(
    planned.before.flatMap(({ targets }) => targets.map(({ entity, pending }) => [entity.id, pending] as const)),
  );
  const invited = snapshot.targets.filter(
    ({ entity: { id, external }, pending }) => external !== false && (pendingBefore.get(id) ?? pending) && !accepting.has(id),
  );
  // Acceptors of unidentified accounts may accept all open invitations.
  const waiting = new Set<Associated<Target>>(invited.length <= unidentified ? [] : invited);
  // The provider waits for associations in progress only when a contribution changes.
  const isChanging = [...planned.before, ...planned.after].some(({ resource }) => resource.operation !== "same");
  return {
    ...snapshot,
    targets: snapshot.targets
      .filter(({ entity }) => !leaving.has(entity.id))
      .map((target) => ({
        entity: target.entity,
        pending: target.entity.external === false ? target.pending && !isChanging : waiting.has(target),
      })),
  };
}

interface Receivers {
  /** Ids of accounts that accept. */
  readonly accepting: ReadonlySet<string>;
  /** Ids of accounts that leave. */
  readonly leaving: ReadonlySet<string>;
  /** How many accounts of unknown id accept. */
  readonly unidentified: number;
}

function receiversOf(acceptors: readonly PlannedResource[], known: KnownIds): Receivers {
  const ids = acceptors.filter(({ after }) => after !== undefined).map((acceptor) => receiverOf(acceptor, known));
  const accepting = new Set(ids.filter((id) => id !== undefined));
  const deleted = acceptors.filter(({ after, before }) => after === undefined && before?.inputs["leaveOnDelete"] !== false);
  // Inside a directory the service sends no invitations, and an account cannot leave.
  const invited = deleted.filter(({ before }) => textOf(before?.outputs["invitationId"]) !== undefined);
  const leaving = new Set(invited.flatMap((acceptor) => receiverOf(acceptor, known) ?? []).filter((id) => !accepting.has(id)));
  return { accepting, leaving, unidentified: ids.filter((id) => id === undefined).length };
}

function receiverOf({ before, after }: PlannedResource, known: KnownIds): string | undefined {
  const account = textOf((after ?? before)?.inputs["account"]);
  return textOf(before?.outputs["receiverAccountId"]) ?? (account === undefined ? undefined : known.accounts.get(account));
}
