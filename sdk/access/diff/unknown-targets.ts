import type { ShareContent } from "../access.ts";
import { type Snapshots, unknownName } from "./snapshots.ts";

/**
 * Whether an update gives access to targets of which a preview cannot tell whether they are outside the resource directory: they are not known yet, and
 * the share may let such targets in.
 */
export function hasUnjudgedTargets({ node, before, after }: Snapshots): boolean {
  if (after === undefined || before === after || after.resources.length === 0) return false;
  if (!after.targets.some(({ thing }) => thing.id === unknownName) || !mayHoldOutsiders({ node })) return false;
  if (node.after.some(({ open }) => open.targets)) return true;
  // Of a share that is managed elsewhere no target is known: what is new in it reaches them all.
  const known = new Set(before === undefined ? [] : given(before));
  return given(after).some((key) => !known.has(key));
}

function mayHoldOutsiders({ node: { share } }: Pick<Snapshots, "node">): boolean {
  const allowed = share?.after?.inputs["allowExternalTargets"];
  return share === undefined || (allowed !== undefined && allowed !== false);
}

/** What a content gives to each of its targets. */
function given({ resources, permissions }: ShareContent): string[] {
  return resources.map(({ thing: { type, id } }) => JSON.stringify([type, id, permissions.get(type)]));
}
