import { isRecord, itemsOf } from "../../../provider/kernel/json.ts";
import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { describedResource, describedTarget } from "../../properties.ts";
import { type Associated, type Resource, type Target, targetOf, unknownName } from "../../share-snapshot.ts";
import { associatedIn } from "../../state-associations.ts";
import { knownItemsOf, recordsOf, nonEmptyText, nonEmptyTexts } from "../../untyped-values.ts";
import { type KnownIds, resourceNamed, typeNamed } from "../known-ids.ts";
import type { PlannedResource } from "../planned-resource.ts";
import type { ResourceState } from "../resource-state.ts";
import { plannedExternal } from "./outside-directory.ts";
import { ownerOf } from "./owner-account.ts";

/** The targets, resources and permissions that one resource of the stack adds to a share. */
export interface Contribution {
  readonly resource: PlannedResource;
  readonly targets: readonly Associated<Target>[];
  readonly resources: readonly Associated<Resource>[];
  /** Permission names by resource type, where the type is known. */
  readonly permissionByType: ReadonlyMap<string, string>;
  /** Permission names whose resource type has to be derived from the name. */
  readonly permissionNames: readonly string[];
  /** The keys of its targets and resources: {@link targetKey} and {@link resourceKey}. */
  readonly entityKeys: ReadonlySet<string>;
  readonly allPermissionNames: ReadonlySet<string>;
  /** Whether it has targets, resources, permissions or properties that are secret, or known only during the update. */
  readonly hasUnknown: Readonly<Record<"targets" | "resources" | "permissions" | "properties", boolean>>;
}

/** Identifies a target among the targets and resources of one share. */
export function targetKey({ id }: Target): string {
  return `target ${id}`;
}

/** Identifies a resource among the targets and resources of one share. */
export function resourceKey({ type, id }: Resource): string {
  return `resource ${type} ${id}`;
}

/** The keys of all targets and resources of contributions. */
export function keysOf(contributions: readonly Contribution[]): ReadonlySet<string> {
  return new Set(contributions.flatMap(({ entityKeys }) => [...entityKeys]));
}

function withKeys(contribution: Omit<Contribution, "entityKeys" | "allPermissionNames">): Contribution {
  const { targets, resources, permissionByType, permissionNames } = contribution;
  return {
    ...contribution,
    entityKeys: new Set([...targets.map(({ entity }) => targetKey(entity)), ...resources.map(({ entity }) => resourceKey(entity))]),
    allPermissionNames: new Set([...permissionByType.values(), ...permissionNames]),
  };
}

/** What a resource contributes to its share before the update, read from its state. What is secret there is not known. */
export function contributionBefore(resource: PlannedResource, { outputs }: ResourceState): Contribution {
  const [name, type] = [nonEmptyText(outputs["permissionName"]), nonEmptyText(outputs["resourceType"])];
  const associated = associatedIn(outputs);
  return withKeys({
    resource,
    ...associated,
    // What a failed change may have left attached; the update detaches it.
    ...permissionsOf(name, type, [...nonEmptyTexts(outputs["permissionNames"]), ...nonEmptyTexts(outputs["unverifiedPermissionNames"])]),
    hasUnknown: {
      properties: hasUnknownProperty(associated),
      targets: isUnknown(outputs["associations"]),
      resources: isUnknown(outputs["associations"]),
      permissions: isUnknown(outputs["permissionName"]) || isUnknown(outputs["permissionNames"]),
    },
  });
}

/**
 * What a resource contributes to its share after the update, read from the program.
 *
 * @param allowsExternal Whether the share may allow external targets.
 */
export function contributionAfter(resource: PlannedResource, state: ResourceState, known: KnownIds, allowsExternal: boolean): Contribution {
  const { inputs } = state;
  const owner = ownerOf(state, known.accounts);
  const [byId, byArn] = [knownItemsOf(inputs["resources"]), knownItemsOf(inputs["resourceArns"])];
  const permission = inputs["permissionName"];
  const before = resource.before?.outputs ?? {};
  // The name determines the resource type, so an unchanged name keeps the type that the state has.
  const type = before["permissionName"] === permission ? nonEmptyText(before["resourceType"]) : undefined;
  const named: Resource[] = [
    ...recordsOf(byId.known).flatMap((item) => {
      const [ofType, id] = [nonEmptyText(item["type"]), nonEmptyText(item["id"])];
      return ofType === undefined || id === undefined ? [] : [{ type: typeNamed(ofType, known), id }];
    }),
    ...nonEmptyTexts(byArn.known).map((arn) => resourceNamed(arn, known)),
  ];
  const entities = {
    targets: itemsOf(inputs["targets"]).flatMap((item) => {
      const id = nonEmptyText(isRecord(item) ? item["id"] : item);
      if (id === undefined) return [];
      const external = plannedExternal(id, owner, known, allowsExternal);
      return [{ entity: describedTarget(targetOf(id, external), inputs), pending: external !== false }];
    }),
    resources: named.map((entity) => ({ entity: describedResource(entity, inputs), pending: false })),
  };
  return withKeys({
    resource,
    ...entities,
    ...permissionsOf(nonEmptyText(permission), type, inputs["permissionNames"]),
    hasUnknown: {
      properties: hasUnknownProperty(entities),
      targets: hasUnknownTarget(inputs["targets"]),
      resources: byId.hasUnknown || byArn.hasUnknown,
      permissions: isUnknown(permission) || isUnknown(inputs["permissionNames"]),
    },
  });
}

/** The permissions by type and by name: a single one, whose type may be known, and a list. */
function permissionsOf(name: string | undefined, type: string | undefined, list: unknown) {
  return {
    permissionByType: new Map(name !== undefined && type !== undefined ? [[type, name]] : []),
    permissionNames: [...nonEmptyTexts(list), ...(name !== undefined && type === undefined ? [name] : [])],
  };
}

function hasUnknownProperty({ targets, resources }: Pick<Contribution, "targets" | "resources">): boolean {
  return [...targets, ...resources].some(({ entity }) => entity.property === unknownName);
}

/** Only an unknown id makes a target unknown: a service with an unknown `property` is still the same target. */
function hasUnknownTarget(value: unknown): boolean {
  if (!Array.isArray(value)) return knownItemsOf(value).hasUnknown;
  return value.some((item: unknown) => isUnknown(isRecord(item) ? item["id"] : item));
}
