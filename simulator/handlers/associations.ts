import { associationStatuses, type Association as AssociationView, type AssociationFailure } from "../../provider/api/entities.ts";
import { validateEntities, resolvePermissions, isExternal } from "./association-validation.ts";
import type { Call, Handler } from "./handler.ts";
import { namedEntities, readArn, readProperties, targetKind, type NamedEntities } from "./named-entities.ts";
import { leaveShare } from "./leave-share.ts";
import { requireModifiable, namedShare, sharesByOwner } from "./share-queries.ts";
import { isResourceId } from "./list-shared.ts";
import { page, pageSize } from "./paging.ts";
import { type Association, type Failure, type Share, awaitsAcceptance, entityKey, isInProgress } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { required, shareIds, text, enumValue } from "./parameter-validation.ts";
import { beginAssociation, beginDisassociation, beginUpdate, countRead } from "../world/transitions.ts";

export { ListSharedResources, ListSharedTargets } from "./list-shared.ts";

export const AssociateResourceShare: Handler<"AssociateResourceShare"> = (call) => {
  required(call.request, "ResourceShareId");
  const entities = namedEntities(call);
  requireEntities(entities);
  const share = namedShare(call);
  const isAssociated = (type: string, id: string) => share.live.has(entityKey("Resource", type, id));
  readProperties(call, entities, ({ kind, id }) => isAssociated(kind.type, id));
  requireModifiable(share);
  validateEntities(call, { allowExternalTargets: share.allowExternalTargets, share }, entities);
  const permissions = resolvePermissions(call, share, entities);
  rejectAssociateConflict(call, share, entities);
  for (const [type, attached] of permissions) share.permissions.set(type, attached);
  return { ResourceShareAssociations: associate(call, share, entities).map(view) };
};

export const DisassociateResourceShare: Handler<"DisassociateResourceShare"> = (call) => {
  const { request, world } = call;
  required(request, "ResourceShareId");
  const side = enumValue(request, "ResourceOwner", ["Self", "OtherAccounts"], "InvalidParameter.ResourceOwner") ?? "Self";
  const entities = namedEntities(call);
  requireEntities(entities);
  if (side === "OtherAccounts") return { ResourceShareAssociations: [view(leaveShare(call, entities))] };
  const share = namedShare(call);
  requireModifiable(share);
  const inside = entities.targets.some(({ kind }) => kind === "ResourceDirectory" || kind === "Folder");
  if (inside && !world.directoryOf(call.caller))
    throwServiceError("AccountNotInResourceDirectory", "The current account is in no resource directory.");
  const associations = keysOf(entities).map((key) => share.live.get(key) ?? key);
  const removed = associations.map((found) => {
    if (typeof found === "string" || found.status === "Disassociating") {
      throwServiceError("DisassociateInvalid", `${typeof found === "string" ? found : found.id} is not associated with the share.`);
    }
    return found;
  });
  for (const association of removed) rejectDisassociateConflict(call, association);
  for (const association of removed) beginDisassociation(world, association);
  return { ResourceShareAssociations: removed.map(view) };
};

export const ListResourceShareAssociations: Handler<"ListResourceShareAssociations"> = (call) => {
  const { request, world } = call;
  required(request, "AssociationType");
  const side = enumValue(request, "AssociationType", ["Resource", "Target"], "InvalidParameter.AssociationType");
  const status = enumValue(request, "AssociationStatus", associationStatuses, "InvalidParameter.AssociationStatus");
  const resourceId = text(request, "ResourceId", "InvalidParameter.ResourceId");
  const arn = text(request, "ResourceArn", "InvalidParameter.ResourceArn");
  const target = text(request, "Target", "InvalidParameter.Target");
  if (resourceId && arn) throwServiceError("InvalidParameter.ResourceConflict", "ResourceId and ResourceArn exclude each other.");
  if (side === "Resource" ? target : (resourceId ?? arn)) {
    throwServiceError("ConflictedAssociationType", `The filter does not go with the association type ${side}.`);
  }
  if (target && !targetKind(target)) throwServiceError("InvalidParameter.Target", `${target} is not the id of a target.`);
  if (resourceId && !isResourceId(resourceId))
    throwServiceError("InvalidParameter.ResourceId", "The id of the resource is not well formed.");
  const parsedArn =
    arn === undefined
      ? undefined
      : (readArn(call, arn) ?? throwServiceError("InvalidParameter.ResourceArn", "The ARN is not well formed."));
  const ids = shareIds(request);
  const size = pageSize(call);
  const found: Association[] = [];
  for (const share of sharesByOwner(call, "Self", ids)) {
    for (const association of [...share.associations]) {
      if (association.side !== side) continue;
      if (target !== undefined && association.id !== target) continue;
      if (resourceId !== undefined && association.id !== resourceId) continue;
      if (parsedArn && (association.type !== parsedArn.kind.type || association.id !== parsedArn.id)) continue;
      countRead(world, association);
      if (status === undefined || association.status === status) found.push(association);
    }
  }
  const { records, ...rest } = page(call, found, size);
  return { ...rest, ResourceShareAssociations: records.map(detailedView) };
};

/**
 * Associates the named entities with a share.
 * An associated entity keeps its association, and gets the new property if the call names one (assumption S-reassociate).
 */
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

function requireEntities(entities: NamedEntities): void {
  if (entities.resources.length + entities.targets.length > 0) return;
  throwServiceError("ResourceAndTargetBothEmpty", "Neither a resource nor a target is named.");
}

function keysOf(entities: NamedEntities): string[] {
  return [
    ...entities.resources.map(({ kind, id }) => entityKey("Resource", kind.type, id)),
    ...entities.targets.map(({ id }) => entityKey("Target", "", id)),
  ];
}

function rejectAssociateConflict(call: Call, share: Share, entities: NamedEntities): void {
  const keys = keysOf(entities);
  const scope = call.world.settings.associateConflict;
  for (const [key, association] of share.live) {
    const named = keys.includes(key);
    const resource = entities.resources.find(({ kind, id }) => entityKey("Resource", kind.type, id) === key);
    if (resource?.property !== undefined && resource.property !== association.property && isInProgress(association)) {
      throwServiceError("NotSupport.ResourcePropertyConflict", `The last operation on ${association.id} is not finished.`);
    }
    if (association.status !== "Disassociating" || scope === "none" || (scope === "entity" && !named)) continue;
    throwServiceError("AssociateConflict", `${association.id} is being disassociated from the share.`);
  }
}

function rejectDisassociateConflict(call: Call, association: Association): void {
  const { share } = association;
  const scope = call.world.settings.disassociateConflict;
  const isBusy = (other: Association) => other.status === "Associating" && !awaitsAcceptance(other);
  const conflicting = scope === "share" ? [...share.live.values()] : [association];
  const busy = conflicting.find(isBusy);
  if (busy && scope !== "none") throwServiceError("DisassociateConflict", `${busy.id} is being associated with the share.`);
  const internal = [...share.live.values()].some((other) => other.side === "Target" && !other.external && isBusy(other));
  if (association.external && internal) {
    throwServiceError("ExternalTargetWithdrawConflict", "A target inside the resource directory is being associated.");
  }
}

/** An association as write operations return it; lists add details. */
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
    CreateTime: association.createdAt,
    UpdateTime: association.updatedAt,
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
  return { ...failureFields(failure), EntityType: failure.entityType, EntityId: failure.entityId };
}

/** What failures of associations and of acceptances have in common: the specification has each field under two names. */
export function failureFields({ reason, description, operation, arn }: Failure) {
  return {
    FailureReason: reason,
    FailureDescription: description,
    OperationType: operation,
    ResourceArn: arn,
    Status: reason,
    StatusMessage: description,
    AssociateType: operation,
  };
}
