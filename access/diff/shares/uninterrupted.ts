import type { Resource, ShareSnapshot, Target } from "../../share-snapshot.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";
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
 * A changed resource that gives up an entry, and one that is deleted first, removes it at once. An association that has it too adds
 * it again only afterwards, because associations are reconciled after their share. The entry stays where the `ResourceShare` resource lists it after the update.
 */
export function staysThroughout(planned: PlannedShare, key: string, keysOf: KeysOf = ({ entityKeys }) => entityKeys): boolean {
  const listed = planned.after.filter((contribution) => keysOf(contribution).has(key)).map(({ resource }) => resource);
  if (listed.some(({ kind, operation }) => kind === "ResourceShare" && operation !== "delete-before-replace")) return true;
  const holders = planned.before.filter((contribution) => keysOf(contribution).has(key)).map(({ resource }) => resource);
  const removesAtOnce = (resource: PlannedResource) =>
    resource.operation === "delete-before-replace" ||
    (resource.operation !== "delete" && resource.operation !== "replace" && !listed.includes(resource));
  return holders.length > 0 && !holders.some((resource) => !resource.isRetained && removesAtOnce(resource));
}
