import type { KnownIds } from "./known-ids.ts";
import type { PlannedShare } from "./planned-shares.ts";
import type { Contribution } from "./contribution.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { textOf } from "./values.ts";

/**
 * Whether something stays in a share while the update runs: what is deleted goes last, what is changed or deleted first goes at once, unless the share itself
 * takes it up: an association that does is only known to the run when its share is done.
 */
export function staysThroughout(node: PlannedShare, key: string, keysOf: (part: Contribution) => ReadonlySet<string>): boolean {
  return node.before.some((part) => {
    if (!keysOf(part).has(key)) return false;
    const { fate } = part.of;
    if (fate === "delete" || fate === "swap" || part.of.isLeft) return true;
    const isSafe = ({ of }: Contribution) => (of === part.of ? fate !== "gap" : of.kind === "ResourceShare");
    return node.after.some((later) => keysOf(later).has(key) && isSafe(later));
  });
}

/** Whether anything of a share is being changed: only then is waited for what is on its way. */
export function isChanging({ before, after }: PlannedShare): boolean {
  return [...before, ...after].some(({ of }) => of.fate !== "same");
}

/** The receiving side of a share: who will have accepted, who leaves, and how many accept whose account is not known. */
export function receiversOf(
  { acceptors }: Pick<PlannedShare, "acceptors">,
  known: KnownIds,
): { readonly accepting: ReadonlySet<string>; readonly leaving: ReadonlySet<string>; readonly anonymous: number } {
  const staying = acceptors.filter(({ after }) => after !== undefined);
  const receivers = staying.map((acceptor) => receiverOf(acceptor, known));
  const accepting = new Set(receivers.filter((id) => id !== undefined));
  const going = acceptors.filter(({ after, before }) => after === undefined && before?.inputs["leaveOnDelete"] !== false);
  // Inside a directory nobody is invited, and nobody can leave.
  const invited = going.filter(({ before }) => textOf(before?.outputs["invitationId"]) !== undefined);
  const leaving = new Set(invited.flatMap((acceptor) => receiverOf(acceptor, known) ?? []).filter((id) => !accepting.has(id)));
  return { accepting, leaving, anonymous: receivers.filter((id) => id === undefined).length };
}

function receiverOf({ before, after }: PlannedResource, known: KnownIds): string | undefined {
  const account = textOf((after ?? before)?.inputs["account"]);
  return textOf(before?.outputs["receiverAccountId"]) ?? (account === undefined ? undefined : known.accounts.get(account));
}
