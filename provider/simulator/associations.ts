import { associationStatuses, type Association as AssociationView, type AssociationFailure } from "../api/entities.ts";
import { admit, admitPermissions, isExternal } from "./admission.ts";
import { timeText, type Call, type Handler } from "./call.ts";
import { namedEntities, readArn, readProperties, targetKind, type NamedEntities } from "./entities.ts";
import { leave } from "./leaving.ts";
import { mustBeOpen, namedShare, sharesOfSide } from "./lookup.ts";
import { page, pageSize } from "./paging.ts";
import type { Association, Failure, Share } from "./records.ts";
import { awaitsAnswer, entityKey, isUnderWay } from "./records.ts";
import { refuse } from "./refusal.ts";
import { required, shareIds, text, word } from "./rules.ts";
import { beginAssociation, beginDisassociation, beginUpdate, look } from "./tasks.ts";

export const AssociateResourceShare: Handler<"AssociateResourceShare"> = (call) => {
  required(call.question, "ResourceShareId");
  const entities = namedEntities(call);
  mustName(entities);
  const share = namedShare(call);
  const isAssociated = (type: string, id: string) => share.live.has(entityKey("Resource", type, id));
  readProperties(call, entities, ({ kind, id }) => isAssociated(kind.type, id));
  mustBeOpen(share);
  admit(call, { allowExternalTargets: share.allowExternalTargets, share }, entities);
  const permissions = admitPermissions(call, share, entities);
  refuseConflicts(call, share, entities);
  for (const [type, attached] of permissions) share.permissions.set(type, attached);
  return { ResourceShareAssociations: associate(call, share, entities).map(view) };
};

export const DisassociateResourceShare: Handler<"DisassociateResourceShare"> = (call) => {
  const { question, world } = call;
  required(question, "ResourceShareId");
  const side = word(question, "ResourceOwner", ["Self", "OtherAccounts"], "InvalidParameter.ResourceOwner") ?? "Self";
  const entities = namedEntities(call);
  mustName(entities);
  if (side === "OtherAccounts") return { ResourceShareAssociations: [view(leave(call, entities))] };
  const share = namedShare(call);
  mustBeOpen(share);
  const inside = entities.targets.some(({ kind }) => kind === "ResourceDirectory" || kind === "Folder");
  if (inside && !world.directoryOf(call.caller))
    refuse("AccountNotInResourceDirectory", "The current account is in no resource directory.");
  const associations = keysOf(entities).map((key) => share.live.get(key) ?? key);
  const leaving = associations.map((found) => {
    if (typeof found === "string" || found.status === "Disassociating") {
      refuse("DisassociateInvalid", `${typeof found === "string" ? found : found.id} is not associated with the share.`);
    }
    return found;
  });
  for (const association of leaving) refuseRemoval(call, association);
  for (const association of leaving) beginDisassociation(world, association);
  return { ResourceShareAssociations: leaving.map(view) };
};

export const ListResourceShareAssociations: Handler<"ListResourceShareAssociations"> = (call) => {
  const { question, world } = call;
  required(question, "AssociationType");
  const side = word(question, "AssociationType", ["Resource", "Target"], "InvalidParameter.AssociationType");
  const status = word(question, "AssociationStatus", associationStatuses, "InvalidParameter.AssociationStatus");
  const resourceId = text(question, "ResourceId", "InvalidParameter.ResourceId");
  const arn = text(question, "ResourceArn", "InvalidParameter.ResourceArn");
  const target = text(question, "Target", "InvalidParameter.Target");
  if (resourceId && arn) refuse("InvalidParameter.ResourceConflict", "ResourceId and ResourceArn exclude each other.");
  if (side === "Resource" ? target : (resourceId ?? arn)) {
    refuse("ConflictedAssociationType", `The filter does not go with the association type ${side}.`);
  }
  if (target && !targetKind(target)) refuse("InvalidParameter.Target", `${target} is not the id of a target.`);
  if (resourceId && !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(resourceId))
    refuse("InvalidParameter.ResourceId", "The id of the resource is not well formed.");
  const read =
    arn === undefined ? undefined : (readArn(call, arn) ?? refuse("InvalidParameter.ResourceArn", "The ARN is not well formed."));
  const ids = shareIds(question);
  const size = pageSize(call);
  const found: Association[] = [];
  for (const share of sharesOfSide(call, "Self", ids)) {
    for (const association of [...share.associations]) {
      if (association.side !== side) continue;
      if (target !== undefined && association.id !== target) continue;
      if (resourceId !== undefined && association.id !== resourceId) continue;
      if (read && (association.type !== read.kind.type || association.id !== read.id)) continue;
      look(world, association);
      if (status === undefined || association.status === status) found.push(association);
    }
  }
  const { records, ...rest } = page(call, found, size);
  return { ...rest, ResourceShareAssociations: records.map(detailedView) };
};

/** Puts what is named into a share; what is there already stays as it is, or gets its new property (assumption S-reassociate). */
export function associate(call: Call, share: Share, entities: NamedEntities): Association[] {
  const { world } = call;
  const wanted = [
    ...entities.resources.map(({ kind, id, arn, property }) => ({
      side: "Resource" as const,
      type: kind.type,
      id,
      arn,
      external: false,
      property,
    })),
    ...entities.targets.map((target) => ({
      side: "Target" as const,
      type: target.kind,
      id: target.id,
      external: isExternal(call, target),
      property: target.property,
    })),
  ];
  return wanted.map((entity) => {
    const present = share.live.get(entityKey(entity.side, entity.type, entity.id));
    if (present === undefined || present.status === "Disassociating") return beginAssociation(world, share, entity);
    if (entity.property !== undefined && entity.property !== present.property) beginUpdate(world, present, entity.property);
    return present;
  });
}

function mustName(entities: NamedEntities): void {
  if (entities.resources.length + entities.targets.length > 0) return;
  refuse("ResourceAndTargetBothEmpty", "Neither a resource nor a target is named.");
}

function keysOf(entities: NamedEntities): string[] {
  return [
    ...entities.resources.map(({ kind, id }) => entityKey("Resource", kind.type, id)),
    ...entities.targets.map(({ id }) => entityKey("Target", "", id)),
  ];
}

function refuseConflicts(call: Call, share: Share, entities: NamedEntities): void {
  const keys = keysOf(entities);
  const scope = call.world.settings.associateConflict;
  for (const [key, association] of share.live) {
    const named = keys.includes(key);
    const resource = entities.resources.find(({ kind, id }) => entityKey("Resource", kind.type, id) === key);
    if (resource?.property !== undefined && resource.property !== association.property && isUnderWay(association)) {
      refuse("NotSupport.ResourcePropertyConflict", `The last operation on ${association.id} is not finished.`);
    }
    if (association.status !== "Disassociating" || scope === "none" || (scope === "entity" && !named)) continue;
    refuse("AssociateConflict", `${association.id} is being disassociated from the share.`);
  }
}

function refuseRemoval(call: Call, association: Association): void {
  const { share } = association;
  const scope = call.world.settings.disassociateConflict;
  const isBusy = (other: Association) => other.status === "Associating" && !awaitsAnswer(other);
  const busy = scope === "share" ? [...share.live.values()].find(isBusy) : isBusy(association) ? association : undefined;
  if (busy && scope !== "none") refuse("DisassociateConflict", `${busy.id} is being associated with the share.`);
  const internal = [...share.live.values()].some((other) => other.side === "Target" && !other.external && isBusy(other));
  if (association.external && internal) {
    refuse("ExternalTargetWithdrawConflict", "A target inside the resource directory is being associated.");
  }
}

/** An association as the writing operations answer it. */
function view(association: Association): AssociationView {
  return {
    ResourceShareId: association.share.id,
    ResourceShareName: association.share.name,
    AssociationType: association.side,
    AssociationStatus: association.status,
    AssociationStatusMessage: association.message,
    EntityType: association.side === "Target" ? "Account" : association.type,
    EntityId: association.id,
    ResourceArn: association.arn,
    ...(association.side === "Target" ? { TargetProperty: association.property } : { ResourceProperty: association.property }),
    CreateTime: timeText(association.createdAt),
    UpdateTime: timeText(association.updatedAt),
  };
}

function detailedView(association: Association): AssociationView {
  return {
    ...view(association),
    External: association.external,
    AssociationFailedDetails: association.failures.map(failureView),
  };
}

function failureView(failure: Failure): AssociationFailure {
  return {
    FailureReason: failure.reason,
    FailureDescription: failure.description,
    OperationType: failure.operation,
    ResourceArn: failure.arn,
    EntityType: failure.entityType,
    EntityId: failure.entityId,
    Status: failure.reason,
    StatusMessage: failure.description,
    AssociateType: failure.operation,
  };
}
