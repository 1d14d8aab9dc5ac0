import { isRecord } from "../../../provider/kernel/json.ts";
import { isInvited } from "../../../provider/resources/association/association-output.ts";
import { type Held, type Resource, type Target, targetKind } from "../access.ts";
import { type KnownIds, resourceNamed } from "./known-ids.ts";
import type { PlannedResource, Side } from "./planned-resource.ts";
import { isUnknown, itemsOf, listOf, textOf } from "./values.ts";

/** The targets, resources and permissions that one resource of the stack adds to a share. */
export interface Contribution {
  readonly resource: PlannedResource;
  readonly targets: readonly Held<Target>[];
  readonly resources: readonly Held<Resource>[];
  /** Permission names by resource type, where the type is known. */
  readonly attached: ReadonlyMap<string, string>;
  /** Permission names whose resource type has to be derived from the name. */
  readonly listed: readonly string[];
  /** The keys of its targets and resources: {@link targetKey} and {@link resourceKey}. */
  readonly keys: ReadonlySet<string>;
  /** The names of all its permissions. */
  readonly names: ReadonlySet<string>;
  /** Whether it has targets, resources or permissions that are known only during the update. */
  readonly open: { readonly targets: boolean; readonly resources: boolean; readonly permissions: boolean };
}

/** Identifies a target among the targets and resources of one share. */
export function targetKey({ id }: Target): string {
  return `target ${id}`;
}

/** Identifies a resource among the targets and resources of one share. */
export function resourceKey({ type, id }: Resource): string {
  return `resource ${type} ${id}`;
}

function withKeys(contribution: Omit<Contribution, "keys" | "names">): Contribution {
  const { targets, resources, attached, listed } = contribution;
  const keys = [...targets.map(({ thing: target }) => targetKey(target)), ...resources.map(({ thing: resource }) => resourceKey(resource))];
  return { ...contribution, keys: new Set(keys), names: new Set([...attached.values(), ...listed]) };
}

const closed = { targets: false, resources: false, permissions: false };

/** What a resource contributes to its share before the update, read from its state. */
export function contributionBefore(resource: PlannedResource, { outputs }: Side): Contribution {
  const records = itemsOf(outputs["associations"]).flatMap((item) => {
    const { kind, entityType, entityId, arn, status } = item;
    if (typeof entityId !== "string" || (status !== "Associated" && status !== "Associating")) return [];
    return [{ kind, status, entityId, entityType: textOf(entityType), arn: textOf(arn), external: item["external"] === true }];
  });
  const [name, type] = [textOf(outputs["permissionName"]), textOf(outputs["resourceType"])];
  return withKeys({
    resource,
    targets: records.flatMap((record) =>
      record.kind === "Target"
        ? [{ thing: targetOf(record.entityId, record.external), pending: isInvited(record) || record.status === "Associating" }]
        : [],
    ),
    resources: records.flatMap(({ kind, status, entityId, entityType = "unknown", arn }) =>
      kind === "Resource" ? [{ thing: { type: entityType, id: entityId, arn }, pending: status === "Associating" }] : [],
    ),
    attached: new Map(name !== undefined && type !== undefined ? [[type, name]] : []),
    listed: [...texts(outputs["permissionNames"]), ...(name !== undefined && type === undefined ? [name] : [])],
    open: closed,
  });
}

/**
 * What a resource contributes to its share after the update, read from the program.
 *
 * @param mayBeExternal Whether an account counts as external when no association record says where it is.
 */
export function contributionAfter(resource: PlannedResource, { inputs }: Side, known: KnownIds, mayBeExternal: boolean): Contribution {
  const [resources, arns] = [listOf(inputs["resources"]), listOf(inputs["resourceArns"])];
  const targets: readonly unknown[] = Array.isArray(inputs["targets"]) ? inputs["targets"] : [];
  const permission = inputs["permissionName"];
  const name = textOf(permission);
  const before = resource.before?.outputs ?? {};
  // The name determines the resource type, so an unchanged name keeps the type that the state has.
  const type = before["permissionName"] === permission ? textOf(before["resourceType"]) : undefined;
  return withKeys({
    resource,
    targets: targets.flatMap((item) => {
      const id = textOf(isRecord(item) ? item["id"] : item);
      if (id === undefined) return [];
      const external = targetKind(id) === "Account" && (known.external.get(id) ?? mayBeExternal);
      return [{ thing: targetOf(id, external), pending: external }];
    }),
    resources: [
      ...itemsOf(resources.known).flatMap((item) => {
        const [ofType, id] = [textOf(item["type"]), textOf(item["id"])];
        return ofType === undefined || id === undefined ? [] : [{ thing: { type: ofType, id }, pending: false }];
      }),
      ...texts(arns.known).map((arn) => ({ thing: resourceNamed(arn, known), pending: false })),
    ],
    attached: new Map(name !== undefined && type !== undefined ? [[type, name]] : []),
    listed: [...texts(inputs["permissionNames"]), ...(name !== undefined && type === undefined ? [name] : [])],
    open: {
      targets: hasOpenTarget(inputs["targets"]),
      resources: resources.isOpen || arns.isOpen,
      permissions: isUnknown(permission) || isUnknown(inputs["permissionNames"]),
    },
  });
}

/** Only an unknown id makes a target unknown: a service with an unknown `property` is still the same target. */
function hasOpenTarget(value: unknown): boolean {
  if (!Array.isArray(value)) return listOf(value).isOpen;
  return value.some((item: unknown) => isUnknown(isRecord(item) ? item["id"] : item));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item: unknown) => textOf(item) ?? []) : [];
}

function targetOf(id: string, external: boolean): Target {
  return { id, kind: targetKind(id), external };
}
