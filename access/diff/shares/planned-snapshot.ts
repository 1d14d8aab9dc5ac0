import { urnParts } from "../../../provider/kernel/type-tokens.ts";
import { permissionsByType } from "../../permissions-by-type.ts";
import {
  type Associated,
  type Resource,
  type ShareName,
  type ShareSnapshot,
  type Target,
  unknownName,
  withoutDuplicates,
} from "../../share-snapshot.ts";
import { nonEmptyText } from "../../untyped-values.ts";
import type { KnownIds } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { PlannedShare } from "../planned-shares.ts";
import { type Contribution, keysOf, resourceKey, targetKey } from "./contribution.ts";
import { accountIdOf } from "./owner-account.ts";

const unknownTarget: Associated<Target> = { entity: { id: unknownName, kind: "Unknown" }, pending: false };
const unknownResource: Associated<Resource> = { entity: { type: unknownName, id: unknownName }, pending: false };

/** The content of a share that no resource of the stack contributes. */
export type OtherContent = Pick<ShareSnapshot, "targets" | "resources" | "permissions">;

/** The other content of a share that only the stack fills. */
export const nothingElse: OtherContent = { targets: [], resources: [], permissions: new Map() };

/**
 * Returns a share whose contributions have the targets, resources and permissions as the service lists them now.
 * After the state was written, another program may have removed one of them, and a receiver may have accepted the share.
 */
export function asListed(planned: PlannedShare, live: ShareSnapshot): PlannedShare {
  const targets = new Map(live.targets.map((target) => [targetKey(target.entity), target]));
  const resources = new Map(live.resources.map((resource) => [resourceKey(resource.entity), resource]));
  const isAttached = (name: string) => [...live.permissions.values()].includes(name);
  const listed = (contribution: Contribution): Contribution => ({
    ...contribution,
    targets: contribution.targets.flatMap(({ entity }) => targets.get(targetKey(entity)) ?? []),
    resources: contribution.resources.flatMap(({ entity }) => resources.get(resourceKey(entity)) ?? []),
    permissionByType: new Map([...contribution.permissionByType].filter(([, name]) => isAttached(name))),
    permissionNames: contribution.permissionNames.filter(isAttached),
    // The service also lists targets and resources that are secret in the state.
    hasUnknown: { ...contribution.hasUnknown, targets: false, resources: false, properties: false },
  });
  const before = new Map(planned.before.map((contribution) => [contribution, listed(contribution)]));
  const inState = {
    targets: planned.before.flatMap((contribution) => contribution.targets),
    resources: planned.before.flatMap((contribution) => contribution.resources),
  };
  const wanted = (contribution: Contribution): Contribution => ({
    ...contribution,
    targets: withKeptProperties(contribution.targets, inState.targets, targets, targetKey),
    resources: withKeptProperties(contribution.resources, inState.resources, resources, resourceKey),
  });
  // A contribution in both `before` and `after` is unchanged: it stays as the service lists it.
  const after = planned.after.map((contribution) => before.get(contribution) ?? wanted(contribution));
  return { ...planned, before: [...before.values()], after };
}

/**
 * Returns the wanted entities. Where the program and the state agree on a property, it is the listed one: the provider does not change it.
 */
function withKeptProperties<Entity extends Target | Resource>(
  wanted: readonly Associated<Entity>[],
  inState: readonly Associated<Entity>[],
  listed: ReadonlyMap<string, Associated<Entity>>,
  keyOf: (entity: Entity) => string,
): Associated<Entity>[] {
  const known = new Map(inState.map(({ entity }) => [keyOf(entity), entity.property]));
  return wanted.map((item) => {
    const key = keyOf(item.entity);
    const isKept = listed.has(key) && known.get(key) === item.entity.property;
    return isKept ? { ...item, entity: { ...item.entity, property: listed.get(key)?.entity.property } } : item;
  });
}

/** The content of a listed share that no resource of the stack contributes. */
export function otherContentOf(live: ShareSnapshot, { before }: PlannedShare): OtherContent {
  const own = keysOf(before);
  const ownPermissions = new Set(before.flatMap(({ allPermissionNames }) => [...allPermissionNames]));
  return {
    targets: live.targets.filter(({ entity }) => !own.has(targetKey(entity))),
    resources: live.resources.filter(({ entity }) => !own.has(resourceKey(entity))),
    permissions: new Map([...live.permissions].filter(([, name]) => !ownPermissions.has(name))),
  };
}

/**
 * Returns the snapshot of a share that these contributions and the other content make up.
 *
 * @param hasUnknownContent Whether there may be targets and resources that no contribution names.
 */
export function snapshotAt(
  planned: PlannedShare,
  contributions: readonly Contribution[],
  other: OtherContent,
  known: KnownIds,
  hasUnknownContent: boolean,
): ShareSnapshot {
  const hasUnknown = (list: keyof Contribution["hasUnknown"]) => contributions.some((one) => one.hasUnknown[list]);
  const targets = withoutDuplicates([...contributions.flatMap((one) => one.targets), ...other.targets], targetKey);
  const resources = withoutDuplicates([...contributions.flatMap((one) => one.resources), ...other.resources], resourceKey);
  const types = resources.map(({ entity }) => entity.type);
  const listed = contributions.flatMap(({ permissionNames }) => permissionNames);
  const attached = new Map(contributions.flatMap(({ permissionByType }) => [...permissionByType]));
  const permissions = new Map(permissionsByType(listed, types, attached));
  for (const type of types) {
    const name =
      permissions.get(type) ?? (hasUnknown("permissions") ? unknownName : (other.permissions.get(type) ?? known.defaults.get(type)));
    if (name !== undefined) permissions.set(type, name);
  }
  const mayHaveMoreTargets = hasUnknownContent || hasUnknown("targets");
  const mayHaveMoreResources = hasUnknownContent || hasUnknown("resources");
  if (mayHaveMoreResources) permissions.set(unknownName, unknownName);
  return {
    share: nameOf(planned, known),
    account: accountOf(planned, known),
    targets: mayHaveMoreTargets ? [...targets, unknownTarget] : targets,
    resources: mayHaveMoreResources ? [...resources, unknownResource] : resources,
    permissions,
  };
}

function nameOf({ share, key, before, after, isUnidentified }: PlannedShare, { shareNames }: KnownIds): ShareName {
  const [first] = [...after, ...before];
  if (isUnidentified) return { name: "a share that is not known yet", urn: first?.resource.urn };
  const state = share?.after ?? share?.before;
  // Only the events of an update have the id of a share that the update creates.
  const created = share?.after?.id === share?.before?.id ? undefined : share?.after?.id;
  const id = key === share?.urn ? created : key;
  const name =
    nonEmptyText(state?.inputs["name"]) ??
    nonEmptyText(state?.outputs["name"]) ??
    urnParts(share?.urn ?? "")?.name ??
    shareNames.get(key) ??
    key;
  return { name, ...(id === undefined ? {} : { id }), urn: share?.urn ?? first?.resource.urn };
}

function accountOf({ share, key, before, after }: PlannedShare, known: KnownIds): string | undefined {
  // A replacement may have another account than the old object.
  const old = (resource: PlannedResource) => resource.before ?? resource.after;
  const next = (resource: PlannedResource) => resource.after ?? resource.before;
  const ofShare = share && (key === share.urn ? next(share) : old(share));
  const states = [ofShare, ...before.map(({ resource }) => old(resource)), ...after.map(({ resource }) => next(resource))];
  for (const state of states) {
    const id = state && (accountIdOf(state, known.accounts) ?? nonEmptyText(state.inputs["account"]));
    if (id !== undefined) return id;
  }
  return undefined;
}
