import { AccessIndex } from "../access-index.ts";
import type { Grant, ShareSnapshot } from "../share-snapshot.ts";
import { createsShare } from "./shares/share-keys.ts";
import type { Snapshots } from "./snapshots.ts";

/** A grant, and the share of the stack that it comes from; `undefined` for a share to which the stack does not contribute. */
export interface PlannedGrant extends Grant {
  readonly source: Snapshots | undefined;
}

/** One access: a target, a resource and a permission, with the grants of it before and after the update. */
export interface PlannedAccess {
  readonly before: readonly PlannedGrant[];
  readonly after: readonly PlannedGrant[];
  /** Whether a share grants it without interruption. */
  readonly isThroughout: boolean;
}

/** The moments at which a snapshot is valid. */
interface Moments {
  readonly before?: boolean;
  readonly after?: boolean;
  readonly throughout?: boolean;
}

type Draft = { -readonly [Name in keyof PlannedAccess]: PlannedAccess[Name] };

/**
 * Step 5 of {@link diffAccess}: lists each access once, with every share that grants it before and after the update.
 *
 * @param snapshots The shares of the stack.
 * @param otherShares Shares of the account to which the stack does not contribute; the update does not change them.
 * @example
 * // A share that the update creates grants its access only after the update:
 * plannedAccessesOf([{ before: undefined, after: snapshot, throughout: undefined, … }], [])
 * // [{ before: [], after: [grant], isThroughout: false }]
 */
export function plannedAccessesOf(snapshots: readonly Snapshots[], otherShares: readonly ShareSnapshot[]): readonly PlannedAccess[] {
  const index = new AccessIndex<Draft>();
  for (const source of snapshots) {
    const { before, after, throughout } = source;
    if (before !== undefined && before === after) add(index, before, always, source);
    else {
      if (before) add(index, before, { before: true }, source);
      if (after) add(index, after, { after: true }, source);
      if (throughout) add(index, throughout, { throughout: true }, source);
    }
  }
  const mayContinue = snapshots.some(({ planned }) => createsShare(planned));
  for (const snapshot of otherShares) {
    // What an update makes of the share is not known: neither access that remains nor access that is lost.
    const isLeft = mayContinue && snapshot.isUnfinished === true;
    add(index, snapshot, isLeft ? { before: true, throughout: true } : always, undefined);
  }
  return index.sorted();
}

const always: Moments = { before: true, after: true, throughout: true };
const none: readonly never[] = [];

function add(index: AccessIndex<Draft>, snapshot: ShareSnapshot, moments: Moments, source: Snapshots | undefined): void {
  index.add(snapshot, (draft = { before: none, after: none, isThroughout: false }, grant) => {
    draft.isThroughout ||= moments.throughout === true;
    if (moments.before !== true && moments.after !== true) return draft;
    const own: PlannedGrant = { ...grant, source };
    // One list serves both moments while they are equal: most accesses of a large stack do not change.
    const isSame = moments.before === true && draft.before === draft.after;
    if (moments.before === true) draft.before = joined(draft.before, own);
    if (moments.after === true) draft.after = isSame ? draft.before : joined(draft.after, own);
    return draft;
  });
}

/** Copies instead of `push`: one share grants most accesses, and an array that grows reserves memory. */
function joined<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.length === 0 ? [item] : [...items, item];
}
