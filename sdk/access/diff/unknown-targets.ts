import type { ShareContent } from "../access.ts";
import { type Snapshots, unknownName } from "./snapshots.ts";

/**
 * Whether an update grants access to targets that may be outside the resource directory: the preview does not know them yet, and the
 * share may allow external targets.
 */
export function hasUnjudgedTargets({ planned, before, after }: Snapshots): boolean {
  if (after === undefined || before === after || after.resources.length === 0) return false;
  if (!after.targets.some(({ thing }) => thing.id === unknownName) || !mayHaveExternalTargets({ planned })) return false;
  if (planned.after.some(({ open }) => open.targets)) return true;
  // No target is known of a share that another program manages: a new resource reaches all of them.
  const known = new Set(before === undefined ? [] : granted(before));
  return granted(after).some((key) => !known.has(key));
}

function mayHaveExternalTargets({ planned: { share } }: Pick<Snapshots, "planned">): boolean {
  const allowed = share?.after?.inputs["allowExternalTargets"];
  return share === undefined || (allowed !== undefined && allowed !== false);
}

/** The resources, with permissions, that a content grants to each of its targets. */
function granted({ resources, permissions }: ShareContent): string[] {
  return resources.map(({ thing: { type, id } }) => JSON.stringify([type, id, permissions.get(type)]));
}
