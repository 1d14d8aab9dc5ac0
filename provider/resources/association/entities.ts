import type { Association } from "../../api/entities.ts";
import { getOrCreate } from "../../kernel/get-or-create.ts";
import { canonicalJson, compareText, isRecord, parseJson } from "../../kernel/json.ts";
import { isUnknown } from "../../lifecycle/diff.ts";
import type { Values } from "../../lifecycle/resource.ts";
import type { EntityLists } from "./entity-inputs.ts";
import { idIn, isArnOf, typeKey, typeKeyIn, writtenType } from "./resource-type.ts";

interface Described {
  /** Canonical JSON text of the property. */
  readonly property?: string | undefined;
}

/** One entity of a share: a resource by type and id, a resource by ARN, or a target. */
export type Entity =
  | (Described & {
      readonly kind: "Resource";
      readonly form: "id";
      readonly type: string;
      readonly id: string;
      readonly propertyArn?: string | undefined;
    })
  | (Described & { readonly kind: "Resource"; readonly form: "arn"; readonly arn: string })
  | (Described & { readonly kind: "Target"; readonly id: string });

/** Returns the name of an entity within its share; equal entities have equal names. */
export function nameOf(entity: Entity): string {
  if (entity.kind === "Target") return `target ${entity.id}`;
  return entity.form === "arn" ? `resource ${entity.arn}` : `resource ${entity.type} ${entity.id}`;
}

/** Returns the name of an entity independent of its form: its kind, type and id (assumption S-arntype). */
export function entityKey(entity: Entity): string {
  if (entity.kind === "Target") return nameOf(entity);
  const [type, id] = entity.form === "arn" ? [typeKeyIn(entity.arn), idIn(entity.arn)] : [typeKey(entity.type), entity.id];
  return `resource ${writtenType(type)} ${id}`;
}

/** Returns whether two entities are the same, even if one is listed by id and the other by ARN. */
export function isSame(a: Entity, b: Entity): boolean {
  const bothArns = a.kind === "Resource" && b.kind === "Resource" && a.form === "arn" && b.form === "arn";
  return bothArns ? a.arn === b.arn : entityKey(a) === entityKey(b);
}

/** Returns the entities of lists. Properties become canonical JSON (assumption S-property). */
export function entitiesOf(lists: EntityLists): Entity[] {
  const known = (lists.resourceProperties ?? []).filter((item) => isRecord(item));
  const properties = new Map(known.map((item) => [item.arn, canonicalJson(item.property)]));
  return [
    ...(lists.resources ?? []).map((item): Entity => {
      const described = [...properties].find(([key]) => isArnOf(key, item.type, item.id));
      return { kind: "Resource", form: "id", type: item.type, id: item.id, propertyArn: described?.[0], property: described?.[1] };
    }),
    ...(lists.resourceArns ?? []).map((item): Entity => ({ kind: "Resource", form: "arn", arn: item, property: properties.get(item) })),
    ...(lists.targets ?? []).map((item): Entity =>
      typeof item === "string"
        ? { kind: "Target", id: item }
        : { kind: "Target", id: item.id, property: item.property && canonicalJson(item.property) },
    ),
  ];
}

/**
 * Returns the entities of lists whose parts are all known, each once.
 * The state after a failed change may list an entity twice, with two properties (`possibleState`): the last one counts.
 */
export function uniqueEntitiesOf(lists: EntityLists): Entity[] {
  return [...new Map(entitiesOf(lists).map((entity) => [nameOf(entity), entity])).values()];
}

/** Returns the lists of entities; the inverse of `entitiesOf`. */
export function listsOf(entities: readonly Entity[]): EntityLists {
  return canonicalLists({
    resources: entities.flatMap((entity) =>
      entity.kind === "Resource" && entity.form === "id" ? [{ type: entity.type, id: entity.id }] : [],
    ),
    resourceArns: entities.flatMap((entity) => (entity.kind === "Resource" && entity.form === "arn" ? [entity.arn] : [])),
    targets: entities.flatMap((entity) => (entity.kind === "Target" ? [{ id: entity.id, property: parsedObject(entity.property) }] : [])),
    resourceProperties: entities.flatMap((entity) => {
      if (entity.kind === "Target") return [];
      const [arn, held] = [entity.form === "arn" ? entity.arn : entity.propertyArn, parsedObject(entity.property)];
      return arn === undefined || held === undefined ? [] : [{ arn, property: held }];
    }),
  });
}

/** Returns the entity with the property of its record. */
export function asHeld(entity: Entity, record: Association): Entity {
  const text = record.AssociationType === "Target" ? record.TargetProperty : record.ResourceProperty;
  const held = parsedObject(text);
  return { ...entity, property: held === undefined || Object.keys(held).length === 0 ? undefined : canonicalJson(held) };
}

function parsedObject(text: string | undefined): Record<string, unknown> | undefined {
  const value = text === undefined ? undefined : parseJson(text);
  return isRecord(value) ? value : undefined;
}

/** Returns whether a record is of an entity. */
export function isRecordOf(entity: Entity, record: Association): boolean {
  return names(entity, record.AssociationType, record.EntityId, record.EntityType, record.ResourceArn);
}

/** Returns whether a kind, id, type and ARN are those of an entity. A type or ARN that is absent is not compared. */
export function names(entity: Entity, kind: Entity["kind"], id: string, type: string | undefined, arn: string | undefined): boolean {
  if (kind !== entity.kind) return false;
  if (entity.kind === "Target") return id === entity.id;
  if (entity.form === "arn" && arn !== undefined) return arn === entity.arn;
  const recordType = type ? typeKey(type) : arn && typeKeyIn(arn);
  const [ownId, ownType] = entity.form === "arn" ? [idIn(entity.arn), typeKeyIn(entity.arn)] : [entity.id, typeKey(entity.type)];
  return id === ownId && (!recordType || recordType === ownType);
}

/** Returns the newest record of an entity: the service lists ended records for days. */
export function newestAssociation(entity: Entity, records: readonly Association[]): Association | undefined {
  return newestOf(records.filter((record) => isRecordOf(entity, record)));
}

/** Returns the newest of one entity's records; of two equally old ones, the one that has not ended (assumption S-newest). */
export function newestOf(records: readonly Association[]): Association | undefined {
  return records.reduce<Association | undefined>(
    (newest, record) => (newest === undefined || isNewer(record, newest) ? record : newest),
    undefined,
  );
}

type Finder = (entity: Entity) => Association | undefined;
/**
 * The indexes by list of records: all waits that share a poll receive the same list.
 * It is kept for the module because it is a pure memo: a list never changes, and its index depends on it alone.
 */
const finders = new WeakMap<readonly Association[], Finder>();

/** Returns `newestAssociation` for many entities. It indexes the records once, so they must not change. */
export function newestAssociationIndex(records: readonly Association[]): Finder {
  return getOrCreate(finders, records, () => {
    const named = Map.groupBy(records, ({ EntityId }) => EntityId);
    const byArn = Map.groupBy(records, ({ ResourceArn }) => ResourceArn);
    const someAbout = (entity: Entity): readonly Association[] => {
      if (entity.kind === "Target" || entity.form === "id") return named.get(entity.id) ?? [];
      return [...(byArn.get(entity.arn) ?? []), ...(named.get(idIn(entity.arn)) ?? [])];
    };
    return (entity) => newestAssociation(entity, someAbout(entity));
  });
}

function isNewer(a: Association, b: Association): boolean {
  const [atA, atB] = [a.CreateTime ?? "", b.CreateTime ?? ""];
  if (atA !== atB) return atA > atB;
  return !hasEnded(a) && hasEnded(b);
}

function hasEnded(record: Association): boolean {
  return record.AssociationStatus === "Disassociated" || record.AssociationStatus === "Failed";
}

/** Returns the lists sorted and without duplicates; an empty list becomes absent. Items that are UNKNOWN stay. */
export function canonicalLists(inputs: Values): Values {
  const targets = sortedSet(inputs["targets"], (item) => (isRecord(item) && isEmpty(item["property"]) ? item["id"] : item));
  const properties = inputs["resourceProperties"];
  const resourceProperties = Array.isArray(properties)
    ? properties.filter((item) => !isRecord(item) || !isEmpty(item["property"]))
    : properties;
  return {
    resources: sortedSet(inputs["resources"]),
    resourceArns: sortedSet(inputs["resourceArns"]),
    targets,
    resourceProperties: sortedSet(resourceProperties),
    permissionNames: sortedSet(inputs["permissionNames"]),
  };
}

/** Returns whether a property is absent or has no members; both mean the same. */
function isEmpty(property: unknown): boolean {
  return property === undefined || (isRecord(property) && Object.keys(property).length === 0);
}

function sortedSet(value: unknown, simplify: (item: unknown) => unknown = (item) => item): unknown {
  if (!Array.isArray(value)) return value;
  const all: readonly unknown[] = value;
  const known = all.filter((item) => !isUnknown(item)).map(simplify);
  const unique = [...new Map(known.map((item) => [canonicalJson(item), item]))];
  const sorted = unique.toSorted(([a], [b]) => compareText(a, b)).map(([, item]) => item);
  const kept = [...sorted, ...all.filter(isUnknown)];
  return kept.length > 0 ? kept : undefined;
}
