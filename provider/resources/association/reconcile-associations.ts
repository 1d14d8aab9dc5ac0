import { compareText, isList } from "../../kernel/json.ts";
import type { Association } from "../../api/entities.ts";
import type { Claim } from "../../lifecycle/claims.ts";
import { isUnknown } from "../../lifecycle/diff.ts";
import type { Context, Values } from "../../lifecycle/resource.ts";
import { associate, disassociate, recordsOf } from "./association-calls.ts";
import { type Change, orderOfChanges } from "./change-order.ts";
import { canonicalLists, entitiesOf, type Entity, isSame, entityKey, newestAssociationIndex } from "./entities.ts";
import type { EntityLists } from "./entity-inputs.ts";
import { changePermissions, permissionChanges, permissionClaims, permissionsIfThere } from "../permission/permission-calls.ts";
import {
  type AssociationOutput,
  allAssociations,
  isAssociatedStatus,
  removalFailed,
  failuresOf,
  isSettled,
  outputFor,
  outputOf,
  managedAssociations,
  sortedOutputs,
} from "./association-output.ts";
import { typesByArnOnly } from "./types-by-arn-only.ts";
import { entityNames, reasonOf } from "./wait-for-associations.ts";

/** The part of a share that a resource manages: its lists, and the status of each association. */
export interface Holdings extends EntityLists {
  readonly associations: readonly AssociationOutput[];
}

/**
 * What a read returns:
 * - `listed`: the entities of the lists only.
 * - `drift`: all entities of the share. A resource that is not in the lists is named by its ARN.
 * - `import`: all entities of the share, and the permissions that are no defaults. A resource is named by its id where its type allows that, as
 *   programs do.
 */
export type Scope = "listed" | "drift" | "import";

/** Reads the actual lists of a share. */
export async function readLists(context: Context, shareId: string, lists: EntityLists, scope: Scope) {
  const kinds = scope === "listed" ? entitiesOf(lists) : ([{ kind: "Resource" }, { kind: "Target" }] as const);
  const records = await recordsOf(context, shareId, kinds);
  const byArn =
    scope === "import" ? await typesByArnOnly(context.client, records) : new Set(records.map((record) => record.EntityType ?? ""));
  if (context.isSnapshot && scope === "listed") warnOfFailed(context, shareId, lists, records);
  const found = scope === "listed" ? managedAssociations(lists, records) : allAssociations(lists, records, byArn);
  const needsPermissions = (lists.permissionNames ?? []).length > 0 || scope === "import";
  const held = needsPermissions ? await permissionsIfThere(context.client, shareId) : [];
  const permissionNames = held
    .filter((one) => (lists.permissionNames ? lists.permissionNames.includes(one.PermissionName) : one.DefaultPermission !== true))
    .map(({ PermissionName }) => PermissionName);
  const canonical: EntityLists = canonicalLists({ ...found.lists, permissionNames });
  return { ...canonical, associations: found.associations };
}

/** Warns of listed entities whose association has failed: a refresh would show only that they are missing. */
function warnOfFailed(context: Context, shareId: string, lists: EntityLists, records: readonly Association[]): void {
  const newestOf = newestAssociationIndex(records);
  for (const entity of entitiesOf(lists)) {
    const record = newestOf(entity);
    if (record?.AssociationStatus !== "Failed" || removalFailed(record)) continue;
    const isExternal = entity.kind === "Target" && record.External === true;
    const isUnexplained = (record.AssociationStatusMessage ?? "") === "" && failuresOf(record).length === 0;
    const cause = isExternal && isUnexplained ? "the invitation was rejected or has expired, and " : "";
    const next = isExternal ? "sends another invitation" : "tries again";
    context.warn(`not in ${shareId}: ${reasonOf(entity, record)}; ${cause}\`pulumi up\` ${next}`);
  }
}

/**
 * Changes entities and permissions from the actual state to the desired state, and returns the associations.
 * No step grants an access that neither state grants (`change-order.ts`).
 */
export async function reconcileHoldings(
  context: Context,
  shareId: string,
  before: Holdings,
  wanted: EntityLists,
): Promise<AssociationOutput[]> {
  const held = entitiesOf(before);
  const desired = entitiesOf(wanted);
  const heldAs = (entity: Entity) => held.find((other) => isSame(other, entity));
  const isLost = (entity: Entity) => context.ownership.isLost(context.urn, shareId, entityKey(entity));
  const losingProperty = desired.filter((entity) => entity.property === undefined && heldAs(entity)?.property !== undefined);
  if (losingProperty.length > 0) {
    // Another association changes a property but does not remove it (assumption S-reassociate).
    context.warn(
      `${entityNames(losingProperty)}: disassociated from ${shareId} and associated again, because the service removes a property in no other way`,
    );
    await disassociate(context, shareId, losingProperty);
  }
  const isUnchanged = (entity: Entity) => {
    const known = heldAs(entity);
    if (known === undefined || known.property !== entity.property || isLost(entity)) return false;
    const output = outputFor(entity, before.associations);
    // An entity whose removal has failed, or has not ended, is associated again.
    return output === undefined || isAssociatedStatus(output.status);
  };
  const added = desired.filter((entity) => !isUnchanged(entity));
  const inProgress = desired.filter((entity) => isUnchanged(entity) && !isSettled(outputFor(entity, before.associations)));
  // A held entity is not removed when its association is also that of a desired entity: one may be named by id and the other by ARN, and
  // the type in the ARN may be spelled in an unknown way.
  const reported = desired.flatMap((entity) => outputFor(entity, before.associations) ?? []);
  const removed = held.filter((entity) => !desired.some((other) => isSame(other, entity)) && outputFor(entity, reported) === undefined);
  const permissions = permissionChanges(context, shareId, before, wanted);
  const changes = new Set<Change>([
    ...[...added, ...inProgress].map(({ kind }) => changeOf("add", kind)),
    ...removed.map(({ kind }) => changeOf("remove", kind)),
    ...[...permissions.added, ...permissions.removed].map(() => "change permissions" as const),
  ]);
  const records: Association[] = [];
  for (const step of orderOfChanges(changes)) {
    const isAdded = ({ kind }: Entity) => step.includes(changeOf("add", kind));
    const isRemoved = ({ kind }: Entity) => step.includes(changeOf("remove", kind));
    if (step.includes("change permissions")) await changePermissions(context, shareId, permissions);
    records.push(...(await associate(context, shareId, added.filter(isAdded), inProgress.filter(isAdded))));
    await disassociate(context, shareId, removed.filter(isRemoved));
  }
  const newestOf = newestAssociationIndex(records);
  const outputs = desired.flatMap((entity) => {
    const record = newestOf(entity);
    const output = record ? outputOf(record) : outputFor(entity, before.associations);
    return output ? [output] : [];
  });
  return sortedOutputs(outputs);
}

function changeOf(verb: "add" | "remove", kind: Entity["kind"]): Change {
  return kind === "Resource" ? `${verb} resources` : `${verb} targets`;
}

/** Returns the claims of lists to a share: each entity and each permission that is known. */
export function claimsOf(shareId: unknown, values: Values): Claim[] {
  if (typeof shareId !== "string") return [];
  const lists: EntityLists = Object.fromEntries(
    ["resources", "resourceArns", "targets", "permissionNames"].map((name) => [name, knownItems(values[name])]),
  );
  const entities = entitiesOf(lists).map((entity) => ({ objectId: shareId, property: listOf(entity), part: entityKey(entity) }));
  const permissions = permissionClaims(shareId, "permissionNames", lists.permissionNames ?? []);
  return [...entities, ...permissions].toSorted((a, b) => compareText(a.part, b.part));
}

function listOf(entity: Entity): string {
  if (entity.kind === "Target") return "targets";
  return entity.form === "arn" ? "resourceArns" : "resources";
}

function knownItems(value: unknown): unknown[] {
  return isList(value) ? value.filter((item) => !isUnknown(item)) : [];
}
