import { AccessIndex } from "../access-index.ts";
import type { Grant, ShareSnapshot } from "../share-snapshot.ts";
import { createsShare } from "./shares/share-keys.ts";
import type { Snapshots } from "./snapshots.ts";

/** A grant, and the share of the stack that it comes from; `undefined` for a share to which the stack does not contribute. */
export interface PlannedGrant extends Grant {
  readonly source: Snapshots | undefined;
}

/** One access: a target, a resource and a permission, with the grants of it before and after the update, and without interruption. */
export type PlannedAccess = Readonly<Record<Moment, readonly PlannedGrant[]>>;

type Moment = "before" | "after" | "throughout";

/**
 * Step 5 of {@link diffAccess}: lists each access once, with every share that grants it before and after the update.
 *
 * @param snapshots The shares of the stack.
 * @param otherShares Shares of the account to which the stack does not contribute; the update does not change them.
 * @example
 * // A share that the update creates grants its access only after the update:
 * plannedAccessesOf([{ before: undefined, after: snapshot, throughout: undefined, … }], [])
 * // [{ before: [], after: [grant], throughout: [] }]
 */
export function plannedAccessesOf(snapshots: readonly Snapshots[], otherShares: readonly ShareSnapshot[]): readonly PlannedAccess[] {
  const index = new AccessIndex<Record<Moment, PlannedGrant[]>>();
  const add = (moment: Moment, snapshot: ShareSnapshot | undefined, source: Snapshots | undefined): void => {
    if (snapshot === undefined) return;
    index.add(snapshot, (access = { before: [], after: [], throughout: [] }, grant) => {
      access[moment].push({ ...grant, source });
      return access;
    });
  };
  for (const source of snapshots) {
    add("before", source.before, source);
    add("after", source.after, source);
    add("throughout", source.throughout, source);
  }
  const mayContinue = snapshots.some(({ planned }) => createsShare(planned));
  for (const snapshot of otherShares) {
    // What an update makes of a share that an interrupted creation has left is not known. Access that exists before and not after is unknown
    // (`kindOfChange`), and access that exists throughout has no gap.
    const isLeft = mayContinue && snapshot.isUnfinished === true;
    add("before", snapshot, undefined);
    add("after", isLeft ? undefined : snapshot, undefined);
    add("throughout", snapshot, undefined);
  }
  return index.sorted();
}
