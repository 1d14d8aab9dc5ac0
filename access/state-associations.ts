import { isAssociatedStatus } from "../provider/resources/association/association-output.ts";
import { type Associated, type Resource, resourceOf, type Target, targetOf } from "./share-snapshot.ts";
import { describedResource, describedTarget, type PropertyLists } from "./properties.ts";
import { recordsOf, nonEmptyText } from "./untyped-values.ts";

/**
 * Reads the outputs of a resource in a state: the targets and resources that are associated, or being associated, with their properties.
 *
 * @example
 * associatedIn({ associations: [{ kind: "Target", entityId: "11", status: "Associating", external: true }] }).targets
 * // [{ entity: { id: "11", kind: "Account", external: true }, pending: true }]: the invitation is open
 */
export function associatedIn(outputs: PropertyLists & { readonly associations?: unknown }): {
  readonly targets: readonly Associated<Target>[];
  readonly resources: readonly Associated<Resource>[];
} {
  const targets: Associated<Target>[] = [];
  const resources: Associated<Resource>[] = [];
  for (const { kind, entityType, entityId, arn, status, external } of recordsOf(outputs.associations)) {
    if (typeof entityId !== "string" || typeof status !== "string" || !isAssociatedStatus(status)) continue;
    const pending = status === "Associating";
    if (kind === "Target") targets.push({ entity: describedTarget(targetOf(entityId, external === true), outputs), pending });
    if (kind === "Resource")
      resources.push({ entity: describedResource(resourceOf(nonEmptyText(entityType), entityId, nonEmptyText(arn)), outputs), pending });
  }
  return { targets, resources };
}
