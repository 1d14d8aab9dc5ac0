/** A kind of change of what a share has. */
export type Change = "add resources" | "add targets" | "remove resources" | "remove targets" | "change permissions";

/**
 * Returns the changes of a share in an order in which no step grants an access that neither the old nor the new state grants. Changes that
 * may go together are in one step.
 *
 * - A new resource is not shared with a target that is being removed, and a new target gets no resource that is being removed.
 * - When permissions change, removals come first and additions last: what leaves never has the new permission, what is added never the old one.
 * - Otherwise additions come first, so that access that another target gives again, such as a folder that contains an account, has no gap.
 */
export function orderOfChanges(changes: ReadonlySet<Change>): Change[][] {
  const has = (...names: readonly Change[]) => names.every((name) => changes.has(name));
  return steps(has("change permissions"), has("remove resources", "add targets"), has("remove targets", "add resources"))
    .map((step) => step.filter((change) => changes.has(change)))
    .filter((step) => step.length > 0);
}

function steps(
  changesPermissions: boolean,
  resourcesLeaveBeforeTargetsCome: boolean,
  targetsLeaveBeforeResourcesCome: boolean,
): Change[][] {
  if (changesPermissions) return [["remove resources", "remove targets"], ["change permissions"], ["add resources", "add targets"]];
  if (resourcesLeaveBeforeTargetsCome && targetsLeaveBeforeResourcesCome)
    return [["remove resources"], ["add targets"], ["remove targets"], ["add resources"]];
  if (resourcesLeaveBeforeTargetsCome) return [["add resources"], ["remove resources"], ["add targets"], ["remove targets"]];
  if (targetsLeaveBeforeResourcesCome) return [["add targets"], ["remove targets"], ["add resources"], ["remove resources"]];
  return [
    ["add resources", "add targets"],
    ["remove resources", "remove targets"],
  ];
}
