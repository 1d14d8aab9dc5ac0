import { isRecord } from "../../../provider/kernel/json.ts";
import { isInvited } from "../../../provider/resources/association/association-output.ts";
import { type Held, type Resource, type Target, targetKind } from "../access.ts";
import { type KnownIds, resourceNamed } from "./known-ids.ts";
import type { PlannedResource, Side } from "./planned-resource.ts";
import { isUnknown, itemsOf, listOf, textOf } from "./values.ts";

/** What one resource puts into a share. */
export interface Contribution {
  readonly of: PlannedResource;
  readonly targets: readonly Held<Target>[];
  readonly resources: readonly Held<Resource>[];
  /** Permissions whose type is known. */
  readonly attached: ReadonlyMap<string, string>;
  /** Permissions whose type only their names tell. */
  readonly listed: readonly string[];
  /** What its targets and resources are called among those of the share. */
  readonly keys: ReadonlySet<string>;
  /** The names of all its permissions. */
  readonly names: ReadonlySet<string>;
  /** Whether there are targets, resources or permissions that are only known during the update. */
  readonly open: { readonly targets: boolean; readonly resources: boolean; readonly permissions: boolean };
}

export function targetKey({ id }: Target): string {
  return `target ${id}`;
}

export function resourceKey({ type, id }: Resource): string {
  return `resource ${type} ${id}`;
}

function partOf(part: Omit<Contribution, "keys" | "names">): Contribution {
  const { targets, resources, attached, listed } = part;
  const keys = [...targets.map(({ thing: target }) => targetKey(target)), ...resources.map(({ thing: resource }) => resourceKey(resource))];
  return { ...part, keys: new Set(keys), names: new Set([...attached.values(), ...listed]) };
}

const closed = { targets: false, resources: false, permissions: false };

/** What a resource has put into its share, as its state says. */
export function contributionBefore(of: PlannedResource, { outputs }: Side): Contribution {
  const records = itemsOf(outputs["associations"]).flatMap((item) => {
    const { kind, entityType, entityId, arn, status } = item;
    if (typeof entityId !== "string" || (status !== "Associated" && status !== "Associating")) return [];
    return [{ kind, status, entityId, entityType: textOf(entityType), arn: textOf(arn), external: item["external"] === true }];
  });
  const [name, type] = [textOf(outputs["permissionName"]), textOf(outputs["resourceType"])];
  return partOf({
    of,
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

/** What a resource will have put into its share, as the program says. */
export function contributionAfter(of: PlannedResource, { inputs }: Side, known: KnownIds, mayBeExternal: boolean): Contribution {
  const [resources, arns] = [listOf(inputs["resources"]), listOf(inputs["resourceArns"])];
  const targets: readonly unknown[] = Array.isArray(inputs["targets"]) ? inputs["targets"] : [];
  const permission = inputs["permissionName"];
  const name = textOf(permission);
  const before = of.before?.outputs ?? {};
  // A permission keeps its type as long as it keeps its name.
  const type = before["permissionName"] === permission ? textOf(before["resourceType"]) : undefined;
  return partOf({
    of,
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

/** What is not known of a service's property changes nothing about who it is. */
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
