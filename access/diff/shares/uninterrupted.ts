import type { Resource, ShareSnapshot, Target } from "../../share-snapshot.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedShare } from "../planned-shares.ts";
import { type Contribution, resourceKey, targetKey } from "./contribution.ts";
import type { OtherContent } from "./planned-snapshot.ts";

/**
 * The part of a share that exists during the whole update; `undefined` when the share itself is interrupted.
 *
 * @param other The content that no resource of the stack contributes; the update does not interrupt it.
 */
export function uninterruptedPart(
  before: ShareSnapshot,
  after: ShareSnapshot | undefined,
  planned: PlannedShare,
  other: OtherContent,
  { defaults }: Pick<KnownIds, "defaults">,
): ShareSnapshot | undefined {
  if (planned.share?.operation === "delete-before-replace" && !planned.share.isRetained) return undefined;
  const others = new Set([
    ...other.targets.map(({ entity }) => targetKey(entity)),
    ...other.resources.map(({ entity }) => resourceKey(entity)),
  ]);
  const propertiesAfter = new Map([
    ...(after?.targets ?? []).map(({ entity }) => [targetKey(entity), entity.property] as const),
    ...(after?.resources ?? []).map(({ entity }) => [resourceKey(entity), entity.property] as const),
  ]);
  // Another association changes a property but does not take it away, so the provider takes the entity out and puts it back.
  const keepsProperty = (key: string, property: string | undefined) =>
    property === undefined || !propertiesAfter.has(key) || propertiesAfter.get(key) !== undefined;
  const stays = (key: string, { property }: Target | Resource) =>
    keepsProperty(key, property) && (others.has(key) || staysThroughout(planned, key));
  const keepsPermission = (type: string) => {
    const name = before.permissions.get(type);
    if (after && after.permissions.get(type) !== name) return false;
    // A default permission applies without being attached.
    if (name === undefined || name === defaults.get(type)) return true;
    if (!planned.before.some(({ allPermissionNames }) => allPermissionNames.has(name))) return true;
    return staysThroughout(planned, name, ({ allPermissionNames }) => allPermissionNames);
  };
  return {
    ...before,
    targets: before.targets.filter(({ entity }) => stays(targetKey(entity), entity)),
    resources: before.resources.filter(({ entity }) => stays(resourceKey(entity), entity) && keepsPermission(entity.type)),
  };
}

type KeysOf = (contribution: Contribution) => ReadonlySet<string>;

/**
 * Whether an entry stays in a share during the whole update. The engine deletes resources last, so entries of deleted resources stay.
 * Entries of changed resources, and of those that are deleted first, are removed at once, unless the `ResourceShare` resource lists them
 * after the update: an association that lists them is reconciled only after its share.
 */
export function staysThroughout(planned: PlannedShare, key: string, keysOf: KeysOf = ({ entityKeys }) => entityKeys): boolean {
  return planned.before.some((contribution) => {
    if (!keysOf(contribution).has(key)) return false;
    const { operation, isRetained } = contribution.resource;
    if (operation === "delete" || operation === "replace" || isRetained) return true;
    const isListedInTime = ({ resource }: Contribution) =>
      resource === contribution.resource ? operation !== "delete-before-replace" : resource.kind === "ResourceShare";
    return planned.after.some((later) => keysOf(later).has(key) && isListedInTime(later));
  });
}
