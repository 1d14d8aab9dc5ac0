import { targetKind } from "../../share-snapshot.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";

/**
 * Whether a target that a program lists is outside the resource directory. Only accounts can be. An association record of the account
 * decides; without one, an account counts as external when its share may allow external targets.
 *
 * @param allowsExternal Whether the share may allow external targets.
 * @example
 * isExternal("2000000000000001", known, true) // true: no record of the account is known, and the share allows external targets
 */
export function isExternal(id: string, { external }: Pick<KnownIds, "external">, allowsExternal: boolean): boolean {
  return targetKind(id) === "Account" && (external.get(id) ?? allowsExternal);
}

/** Whether a share may allow external targets after the update, because its argument is true or not known yet. */
export function allowsExternalTargets({ after }: PlannedResource): boolean {
  const value = after?.inputs["allowExternalTargets"];
  return value !== undefined && value !== false;
}
