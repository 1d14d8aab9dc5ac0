import { z } from "zod";
import { type Association, type AssociationFailure, targetKind } from "../../api/entities.ts";
import { withVocabulary } from "../../api/vocabulary.ts";
import { compareText } from "../../kernel/json.ts";
import {
  asHeld,
  entitiesOf,
  type Entity,
  isRecordOf,
  listsOf,
  nameOf,
  names,
  newestAssociationIndex,
  uniqueEntitiesOf,
} from "./entities.ts";
import type { EntityLists } from "./entity-inputs.ts";

/** One association as an output: the resource or target, and its status. */
export const associationOutput = z.object({
  kind: z.enum(["Resource", "Target"]).describe("`Resource` or `Target`"),
  entityType: withVocabulary(z.string(), "EntityType")
    .optional()
    .describe("Type of the resource, or kind of the target: `ResourceDirectory`, `Folder`, `Account` or `Service`"),
  entityId: z.string().describe("Id of the resource or target"),
  arn: z.string().optional().describe("ARN of the resource"),
  status: withVocabulary(z.string(), "AssociationStatus").describe(
    "`Associating`, `Associated`, `Failed`, `Disassociating` or `Disassociated`; an external target whose invitation is open stays `Associating`",
  ),
  external: z.boolean().optional().describe("Whether the target is outside the resource directory"),
  createTime: z.string().optional().describe("When it was associated, ISO 8601 in UTC"),
});
/** One association as an output: the resource or target, and its status. */
export type AssociationOutput = z.infer<typeof associationOutput>;

/** The arguments that an output of associations repeats. */
export const repeatedEntities = ["resources", "resourceArns", "targets", "resourceProperties"] as const;

/** Converts an association record to an output. For every kind of target the service's records have the type `Account`. */
export function outputOf(record: Association): AssociationOutput {
  return {
    kind: record.AssociationType,
    entityType: record.AssociationType === "Target" ? targetKind(record.EntityId) : record.EntityType,
    entityId: record.EntityId,
    arn: record.ResourceArn,
    status: record.AssociationStatus,
    external: record.External,
    createTime: record.CreateTime,
  };
}

/** Sorts outputs, so that their order does not depend on the service. */
export function sortedOutputs(outputs: readonly AssociationOutput[]): AssociationOutput[] {
  const key = (output: AssociationOutput) => `${output.kind} ${output.entityType ?? ""} ${output.entityId}`;
  return outputs.toSorted((a, b) => compareText(key(a), key(b)));
}

/** Returns whether an entity is in the share or is being associated. */
export function isAssociated(record: Association | undefined): record is Association {
  return record !== undefined && isAssociatedStatus(record.AssociationStatus);
}

/** Returns whether a removal of an entity has failed. */
export function removalFailed(record: Association | undefined): boolean {
  return record !== undefined && failuresOf(record).some((item) => (item.OperationType ?? item.AssociateType) === "Disassociate");
}

/** Returns whether a share has the entity of a record: it is associated, or no list shows yet that its removal has ended. */
function isInShare(record: Association | undefined): record is Association {
  if (record === undefined) return false;
  const { AssociationStatus: status } = record;
  return isAssociatedStatus(status) || status === "Disassociating" || removalFailed(record);
}

/** Returns the failure details of a record, which may also be `Associated`; they name the other side (assumption S-failure-details). */
export function failuresOf(record: Association): readonly AssociationFailure[] {
  return record.AssociationFailedDetails ?? [];
}

/** Returns whether a status means "is associated": the only definition, for the service's records and for outputs in a state. */
export function isAssociatedStatus(status: string): boolean {
  return status === "Associating" || status === "Associated";
}

/** Returns whether an external target has an open invitation: for the sharing account it is settled (assumption S-invitation). */
export function isInvited(record: { readonly status: string; readonly external?: boolean | undefined }): boolean {
  return record.status === "Associating" && record.external === true;
}

/** Returns whether an association has settled successfully. */
export function isSettled(output: AssociationOutput | undefined): boolean {
  return output !== undefined && (output.status === "Associated" || isInvited(output));
}

/** Returns whether every entity of the lists has an association that has settled. */
export function allSettled(lists: EntityLists, outputs: readonly AssociationOutput[]): boolean {
  return entitiesOf(lists).every((entity) => isSettled(outputFor(entity, outputs)));
}

/** Returns the output of an entity. */
export function outputFor(entity: Entity, outputs: readonly AssociationOutput[]): AssociationOutput | undefined {
  return outputs.find(({ kind, entityId, entityType, arn }) => names(entity, kind, entityId, entityType, arn));
}

/** Returns the listed entities that are in the share now, with their actual properties and an output for each. */
export function managedAssociations(lists: EntityLists, records: readonly Association[]): FoundEntities {
  const newestOf = newestAssociationIndex(records);
  const found = uniqueEntitiesOf(lists).flatMap((entity) => {
    const record = newestOf(entity);
    return isInShare(record) ? [{ entity, record }] : [];
  });
  return foundEntities(found);
}

/**
 * Returns all entities that are in the share now, also those that are not listed.
 *
 * @param byArn the types whose resources are named by ARN if they are not listed
 */
export function allAssociations(lists: EntityLists, records: readonly Association[], byArn: ReadonlySet<string>): FoundEntities {
  const listed = entitiesOf(lists);
  const newestOf = newestAssociationIndex(records);
  const newest = new Map<string, InShare>();
  for (const candidate of records) {
    const known = listed.find((one) => isRecordOf(one, candidate));
    const entity = known ?? entityOf(candidate, byArn);
    const record = newestOf(entity);
    if (isInShare(record)) newest.set(nameOf(entity), { entity: known ?? asHeld(entity, record), record });
  }
  return foundEntities([...newest.values()]);
}

/** An entity that is in the share, and its newest record. */
interface InShare {
  readonly entity: Entity;
  readonly record: Association;
}

/** Entities that are in the share, as lists and as outputs. */
interface FoundEntities {
  readonly lists: EntityLists;
  readonly associations: AssociationOutput[];
}

function foundEntities(found: readonly InShare[]): FoundEntities {
  return {
    lists: listsOf(found.map(({ entity, record }) => heldBy(entity, record))),
    associations: sortedOutputs(found.map(({ record }) => outputOf(record))),
  };
}

// Of a listed resource, a property that is not listed is not managed, so it is not returned.
function heldBy(entity: Entity, record: Association): Entity {
  const isManaged = entity.kind === "Target" || entity.property !== undefined;
  return isManaged ? asHeld(entity, record) : entity;
}

function entityOf(record: Association, byArn: ReadonlySet<string>): Entity {
  if (record.AssociationType === "Target") return { kind: "Target", id: record.EntityId };
  return record.ResourceArn !== undefined && (record.EntityType === undefined || byArn.has(record.EntityType))
    ? { kind: "Resource", form: "arn", arn: record.ResourceArn }
    : { kind: "Resource", form: "id", type: record.EntityType ?? "", id: record.EntityId, propertyArn: record.ResourceArn };
}
