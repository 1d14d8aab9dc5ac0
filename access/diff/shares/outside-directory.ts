import { targetKind } from "../../share-snapshot.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";

/**
 * Returns the `external` of a target that a program lists: whether it is outside the owner's resource directory; `null` when that is not
 * known. The first of these that applies decides:
 *
 * 1. only accounts can be outside
 * 2. a record of a share of the same owner; another owner may be in another directory
 * 3. the list of the directory's members
 * 4. an account is inside when its share allows no external targets, because the service refuses others
 *
 * @param owner The account of the share, as `ownerOf` identifies it; `undefined` when it is not known.
 * @param allowsExternal Whether the share may allow external targets.
 * @example
 * plannedExternal("2000000000000001", owner, known, true) // null: neither a record nor the members are known, and the share allows external targets
 */
export function plannedExternal(
  id: string,
  owner: string | undefined,
  { external, members }: Pick<KnownIds, "external" | "members">,
  allowsExternal: boolean,
): boolean | null {
  if (targetKind(id) !== "Account") return false;
  const recorded = external.get(owner ?? "")?.get(id);
  if (recorded !== undefined) return recorded;
  if (members !== undefined) return !members.has(id);
  return allowsExternal ? null : false;
}

/** Whether a share may allow external targets after the update, because its argument is true or not known yet. */
export function allowsExternalTargets({ after }: PlannedResource): boolean {
  const value = after?.inputs["allowExternalTargets"];
  return value !== undefined && value !== false;
}
