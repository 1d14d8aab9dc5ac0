import { compareNames } from "../compare-names.ts";
import { type ShareSnapshot, unknownName } from "../share-snapshot.ts";
import { allowsExternalTargets } from "./shares/outside-directory.ts";
import type { Snapshots } from "./snapshots.ts";

/**
 * Names of the shares in which an update grants access to targets that may be outside the resource directory: the preview does not know
 * them yet, and the share may allow external targets.
 */
export function sharesWithUnknownTargets(snapshots: readonly Snapshots[]): string[] {
  const names = snapshots.flatMap((one) => (grantsToUnknownTargets(one) ? [one.after?.share.name ?? ""] : []));
  return [...new Set(names)].toSorted(compareNames);
}

function grantsToUnknownTargets({ planned, before, after }: Snapshots): boolean {
  if (after === undefined || before === after || after.resources.length === 0) return false;
  if (!after.targets.some(({ entity }) => entity.id === unknownName)) return false;
  // A share that another program manages may allow external targets.
  if (planned.share !== undefined && !allowsExternalTargets(planned.share)) return false;
  if (planned.after.some(({ hasUnknown }) => hasUnknown.targets)) return true;
  // No target is known of a share that another program manages: a new resource reaches all of them.
  const known = new Set(before === undefined ? [] : granted(before));
  return granted(after).some((key) => !known.has(key));
}

/** The resources, with permissions, that a share grants to each of its targets. */
function granted({ resources, permissions }: ShareSnapshot): string[] {
  return resources.map(({ entity: { type, id } }) => JSON.stringify([type, id, permissions.get(type)]));
}
