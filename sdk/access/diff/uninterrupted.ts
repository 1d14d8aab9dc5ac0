import type { KnownIds } from "./known-ids.ts";
import type { PlannedShare } from "./planned-shares.ts";
import type { Contribution } from "./contribution.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { textOf } from "./values.ts";

/**
 * Whether an entry stays in a share during the whole update. The engine deletes resources last, so entries of deleted resources stay.
 * Entries of changed resources, and of those that are deleted first, go at once, unless the `ResourceShare` resource lists them after
 * the update: an association that lists them is reconciled only after its share.
 */
export function staysThroughout(planned: PlannedShare, key: string, keysOf: (contribution: Contribution) => ReadonlySet<string>): boolean {
  return planned.before.some((contribution) => {
    if (!keysOf(contribution).has(key)) return false;
    const { fate, isLeft } = contribution.resource;
    if (fate === "delete" || fate === "swap" || isLeft) return true;
    const isSafe = ({ resource }: Contribution) =>
      resource === contribution.resource ? fate !== "gap" : resource.kind === "ResourceShare";
    return planned.after.some((later) => keysOf(later).has(key) && isSafe(later));
  });
}

/** Whether a contribution to the share changes: only then does the provider wait for associations in progress. */
export function isChanging({ before, after }: PlannedShare): boolean {
  return [...before, ...after].some(({ resource }) => resource.fate !== "same");
}

/** The receiving accounts of a share after the update: those that accept, those that leave, and how many of unknown id accept. */
export function receiversOf(
  { acceptors }: Pick<PlannedShare, "acceptors">,
  known: KnownIds,
): { readonly accepting: ReadonlySet<string>; readonly leaving: ReadonlySet<string>; readonly anonymous: number } {
  const staying = acceptors.filter(({ after }) => after !== undefined);
  const receivers = staying.map((acceptor) => receiverOf(acceptor, known));
  const accepting = new Set(receivers.filter((id) => id !== undefined));
  const going = acceptors.filter(({ after, before }) => after === undefined && before?.inputs["leaveOnDelete"] !== false);
  // Inside a directory the service sends no invitations, and an account cannot leave.
  const invited = going.filter(({ before }) => textOf(before?.outputs["invitationId"]) !== undefined);
  const leaving = new Set(invited.flatMap((acceptor) => receiverOf(acceptor, known) ?? []).filter((id) => !accepting.has(id)));
  return { accepting, leaving, anonymous: receivers.filter((id) => id === undefined).length };
}

function receiverOf({ before, after }: PlannedResource, known: KnownIds): string | undefined {
  const account = textOf((after ?? before)?.inputs["account"]);
  return textOf(before?.outputs["receiverAccountId"]) ?? (account === undefined ? undefined : known.accounts.get(account));
}
