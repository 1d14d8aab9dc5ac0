import { compareText } from "../../kernel/json.ts";
import type { Claim } from "../../lifecycle/claims.ts";
import { isUnknown } from "../../lifecycle/diff.ts";
import type { Context, Values } from "../../lifecycle/resource.ts";
import { associate, disassociate, recordsOf } from "./association-calls.ts";
import { canonicalLists, entitiesOf, type Entity, type EntityLists, isSame, keyOf, newestAssociationIndex } from "./entities.ts";
import { permissionsIfThere, permissionThing } from "../permission/permission-calls.ts";
import {
  type AssociationOutput,
  allAssociations,
  isSettled,
  outputFor,
  outputOf,
  managedAssociations,
  sortedOutputs,
} from "./association-output.ts";
import { listed } from "./wait-for-associations.ts";

/** What a resource holds of a share: its lists, and how far each association is. */
export interface Holdings extends EntityLists {
  readonly associations: readonly AssociationOutput[];
}

/** Which entities are looked at: those that are listed, or all, named by id or by ARN. */
export type Scope = "listed" | { readonly all: "id" | "arn" };

/** The lists as they are now. */
export async function readLists(context: Context, shareId: string, lists: EntityLists, scope: Scope) {
  const kinds = scope === "listed" ? entitiesOf(lists) : ([{ kind: "Resource" }, { kind: "Target" }] as const);
  const records = await recordsOf(context, shareId, kinds);
  const found = scope === "listed" ? managedAssociations(lists, records) : allAssociations(lists, records, scope.all);
  const asks = (lists.permissionNames ?? []).length > 0 || (scope !== "listed" && scope.all === "id");
  const held = asks ? (await permissionsIfThere(context, shareId)).map(({ PermissionName }) => PermissionName) : [];
  const permissionNames = lists.permissionNames ? held.filter((name) => lists.permissionNames?.includes(name)) : held;
  const canonical: EntityLists = canonicalLists({ ...found.lists, permissionNames });
  return { ...canonical, associations: found.associations };
}

/** Brings entities from what is there to what is wanted: adds first, so that nothing has a gap, then removes. */
export async function reconcileAssociations(
  context: Context,
  shareId: string,
  before: Holdings,
  wanted: EntityLists,
): Promise<AssociationOutput[]> {
  const held = entitiesOf(before);
  const goal = entitiesOf(wanted);
  const heldAs = (entity: Entity) => held.find((other) => isSame(other, entity));
  const isKept = (entity: Entity) => heldAs(entity)?.property === entity.property && heldAs(entity) !== undefined;
  const withdrawn = goal.filter((entity) => entity.property === undefined && heldAs(entity)?.property !== undefined);
  if (withdrawn.length > 0) {
    // Associating again changes a property but takes none away (assumption S-reassociate).
    context.warn(`${listed(withdrawn)}: taken out of ${shareId} and put back, because a property can only be taken away like this`);
    await disassociate(context, shareId, withdrawn);
  }
  const added = goal.filter((entity) => !isKept(entity));
  const onTheirWay = goal.filter((entity) => isKept(entity) && !isSettled(outputFor(entity, before.associations)));
  const records = added.length + onTheirWay.length > 0 ? await associate(context, shareId, added, onTheirWay) : [];
  const newestOf = newestAssociationIndex(records);
  const outputs = goal.flatMap((entity) => {
    const record = newestOf(entity);
    const output = record ? outputOf(record) : outputFor(entity, before.associations);
    return output ? [output] : [];
  });
  // What the service calls the same counts as well: an ARN may name its type in a way that nobody foresaw.
  const removed = held.filter((entity) => !goal.some((other) => isSame(other, entity)) && outputFor(entity, outputs) === undefined);
  await disassociate(context, shareId, unclaimed(context, shareId, removed));
  return sortedOutputs(outputs);
}

/** What no other resource of this run claims: the engine deletes last, and must not take away what has moved elsewhere. */
export function unclaimed(context: Context, shareId: string, entities: readonly Entity[]): Entity[] {
  return entities.filter((entity) => !context.claims.ownedByAnother(context.urn, shareId, keyOf(entity)));
}

/** What lists claim of a share: each entity and each permission that is known. */
export function claimsOf(shareId: unknown, values: Values): Claim[] {
  if (typeof shareId !== "string") return [];
  const lists: EntityLists = Object.fromEntries(
    ["resources", "resourceArns", "targets", "permissionNames"].map((name) => [name, knownItems(values[name])]),
  );
  const entities = entitiesOf(lists).map((entity) => ({ within: shareId, property: listOf(entity), thing: keyOf(entity) }));
  const permissions = (lists.permissionNames ?? []).map((name) => ({
    within: shareId,
    property: "permissionNames",
    thing: permissionThing(name),
    isBeside: true,
  }));
  return [...entities, ...permissions].toSorted((a, b) => compareText(a.thing, b.thing));
}

function listOf(entity: Entity): string {
  if (entity.kind === "Target") return "targets";
  return entity.form === "arn" ? "resourceArns" : "resources";
}

function knownItems(value: unknown): unknown[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => !isUnknown(item));
}
