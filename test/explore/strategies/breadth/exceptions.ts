import { visibilityMs } from "../../../../provider/lifecycle/freshness.ts";
import { isTagged, isUnlisted, type Transition, unrecordedIn, type Violation } from "./invariants.ts";
import type { Write } from "./searched-process.ts";

/** A documented exception: a case of the table in docs/recover-after-a-failure.md, with the counterexamples that it explains. */
export interface DocumentedException {
  /** The letter of its row. */
  readonly letter: string;
  explains(violation: Violation, transition: Transition): boolean;
}

export const exceptions: readonly DocumentedException[] = [
  {
    letter: "a",
    explains: (violation, transition) => isLoss(violation, transition) && transition.reports.some(({ wasKilled }) => wasKilled),
  },
  {
    letter: "b",
    explains: ({ invariant }, { before, writes }) => {
      const isNew = unrecordedIn(before).some((share) => isTagged(share) && before.now - Date.parse(share.createdAt) < visibilityMs);
      const concernsInvariant = invariant === "a resource has one share" || invariant === "a quiet run ends as the program says";
      return concernsInvariant && isNew && creates(writes);
    },
  },
  {
    letter: "c",
    explains: ({ invariant, shareId }, { before, writes }) => {
      const isUnfinished = unrecordedIn(before).some((share) => share.id === shareId && isTagged(share));
      return invariant === "a quiet run ends as the program says" && isUnfinished && !creates(writes);
    },
  },
  {
    letter: "d",
    explains: ({ invariant }, { before }) =>
      invariant === "an action is done once" && before.checkpoints.every((entries) => entries.length === 0),
  },
  {
    letter: "e",
    explains: (violation, { before, operation }) => {
      const concernsInvariant = violation.invariant === "a quiet run ends as the program says" && violation.shareId === undefined;
      const others = before.interrupted.filter((interruption) => interruption.operation !== operation.name);
      return concernsInvariant && others.some(({ isRefreshed }) => !isRefreshed || isUnlisted(violation));
    },
  },
  {
    letter: "f",
    explains: (_violation, { before }) => before.checkpoints.length > 1,
  },
];

/** Whether a share is complete, has lost its create tag with the last write on it, and is in no state. */
function isLoss({ invariant, shareId }: Violation, { after, writes }: Transition): boolean {
  const concernsInvariant =
    invariant === "every share of a stack is in its state or has its create tag" || invariant === "a resource has one share";
  const share = unrecordedIn(after).find((one) => !isTagged(one) && (shareId === undefined || one.id === shareId));
  if (!concernsInvariant || share === undefined) return false;
  const isComplete = share.associations.length > 0 && share.associations.every(({ status }) => status === "Associated");
  return isComplete && writes.findLast(({ shareIds }) => shareIds.includes(share.id))?.operation === "UntagResources";
}

function creates(writes: readonly Write[]): boolean {
  return writes.some(({ operation }) => operation === "CreateResourceShare");
}
