import type { Change } from "../../../access/diff/changes.ts";
import type { Preview } from "../../../access/diff/preview.ts";
import { nonEmptyText } from "../../../access/untyped-values.ts";
import { acceptingKinds } from "../../../provider/resources/kinds.ts";

/** A share that an account has accepted. */
export interface AcceptedShare {
  readonly shareId: string;
  readonly accountId: string;
  /** Whether an earlier run accepted it. That acceptance counts only for access that is kept: new access may need a new acceptance. */
  readonly isOld: boolean;
}

/** The shares that a stack accepts, as far as its steps show the ids of shares and accounts. */
export function acceptedSharesIn({ steps }: Preview): readonly AcceptedShare[] {
  return steps
    .filter(({ kind }) => acceptingKinds.includes(kind))
    .flatMap(({ op, after }) => {
      const [shareId, accountId] = [nonEmptyText(after?.outputs["shareId"]), nonEmptyText(after?.outputs["receiverAccountId"])];
      return shareId === undefined || accountId === undefined ? [] : [{ shareId, accountId, isOld: op === "same" }];
    });
}

/** Returns a change of an owner's stack as it is after other stacks have accepted shares: the owner's state still has the open invitation. */
export function afterAcceptance(change: Change, accepted: readonly AcceptedShare[]): Change {
  const isAccepted = (id: string | undefined) =>
    accepted.some((one) => one.shareId === id && one.accountId === change.target.id && (!one.isOld || change.change === "kept"));
  const shares = change.shares.map((share) => ({ ...share, pending: share.pending && !isAccepted(share.id) }));
  return { ...change, shares, pending: change.pending && shares.every(({ pending }) => pending) };
}
