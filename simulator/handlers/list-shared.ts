import { resourceStatuses } from "../../provider/api/entities.ts";
import type { Call, Handler } from "./handler.ts";
import { requireResourceKind, readArn, targetKind } from "./named-entities.ts";
import { receiverAssociation, sharesByOwner } from "./share-queries.ts";
import { page, pageSize } from "./paging.ts";
import { type Association, type Share, isInForce } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { list, owner, shareIds, text } from "./parameter-validation.ts";

export const ListSharedResources: Handler<"ListSharedResources"> = (call) => {
  const { request } = call;
  const listOwner = owner(request);
  const type = text(request, "ResourceType", "InvalidParameter.ResourceType");
  const kind = type === undefined ? undefined : requireResourceKind(call, type);
  const target = text(request, "Target", "InvalidParameter.Target");
  if (target !== undefined && !targetKind(target)) throwServiceError("InvalidParameter.Target", `${target} is not the id of a target.`);
  const shareFilter = shareIds(request);
  if (request["ResourceIds"] !== undefined && request["ResourceArns"] !== undefined) {
    throwServiceError("InvalidParameter.ResourceConflict", "ResourceIds and ResourceArns exclude each other.");
  }
  const ids = list(request, "ResourceIds");
  if (!ids.every(isResourceId)) throwServiceError("InvalidParameter.ResourceIds", "An id of a resource is not well formed.");
  if (kind?.byArnOnly && ids.length > 0) {
    throwServiceError("NotSupport.ResourceType.ResourcesParameter", `Resources of the type ${kind.type} are named by ResourceArns.`);
  }
  const arns = list(request, "ResourceArns");
  if (!arns.every((arn) => readArn(call, arn))) throwServiceError("InvalidParameter.ResourceArns", "An ARN is not well formed.");
  const size = pageSize(call);
  const found = sharesByOwner(call, listOwner, shareFilter)
    .filter((share) => target === undefined || (listOwner === "Self" ? hasTarget(share, target) : share.owner === target))
    .flatMap((share) => associationsInForce(share, "Resource"))
    .filter(
      (resource) =>
        (type === undefined || resource.type === type) &&
        (ids.length === 0 || ids.includes(resource.id)) &&
        (arns.length === 0 || (resource.arn !== undefined && arns.includes(resource.arn))),
    );
  const { records, ...rest } = page(call, found, size);
  const SharedResources = records.map((resource) => ({
    ResourceShareId: resource.share.id,
    ResourceId: resource.id,
    ResourceArn: resource.arn,
    ResourceType: resource.type,
    ...(listOwner === "OtherAccounts" ? resourceStatusFor(call, resource) : {}),
    CreateTime: resource.createdAt,
    UpdateTime: resource.updatedAt,
  }));
  return { ...rest, SharedResources };
};

export const ListSharedTargets: Handler<"ListSharedTargets"> = (call) => {
  const { request } = call;
  const listOwner = owner(request);
  const type = text(request, "ResourceType", "InvalidParameter.ResourceType");
  if (type !== undefined) requireResourceKind(call, type);
  const id = text(request, "ResourceId", "InvalidParameter.ResourceId");
  const arn = text(request, "ResourceArn", "InvalidParameter.ResourceArn");
  if (id !== undefined && arn !== undefined)
    throwServiceError("InvalidParameter.ResourceConflict", "ResourceId and ResourceArn exclude each other.");
  if (id !== undefined && !isResourceId(id)) throwServiceError("InvalidParameter.ResourceId", "The id of the resource is not well formed.");
  if (arn !== undefined && !readArn(call, arn)) throwServiceError("InvalidParameter.ResourceArn", "The ARN is not well formed.");
  const shareFilter = shareIds(request);
  const targets = list(request, "Targets");
  if (!targets.every(targetKind)) throwServiceError("InvalidParameter.Targets", "An id of a target is not well formed.");
  const size = pageSize(call);
  const hasResourceFilter = type !== undefined || id !== undefined || arn !== undefined;
  const matchesResourceFilter = (share: Share) =>
    !hasResourceFilter ||
    associationsInForce(share, "Resource").some(
      (resource) =>
        (type === undefined || resource.type === type) &&
        (id === undefined || resource.id === id) &&
        (arn === undefined || resource.arn === arn),
    );
  const rows = sharesByOwner(call, listOwner, shareFilter)
    .filter(matchesResourceFilter)
    .flatMap((share) =>
      listOwner === "Self" ? associationsInForce(share, "Target") : (receiverAssociation(call.world, call.caller, share) ?? []),
    )
    .map((association) => ({
      association,
      target: listOwner === "Self" ? association.id : association.share.owner,
      sequence: association.sequence,
    }))
    .filter(({ target }) => targets.length === 0 || targets.includes(target));
  const { records, ...rest } = page(call, rows, size);
  const SharedTargets = records.map(({ association, target }) => ({
    TargetId: target,
    ResourceShareId: association.share.id,
    External: association.external,
    TargetProperty: listOwner === "Self" ? association.property : undefined,
    CreateTime: association.createdAt,
    UpdateTime: association.updatedAt,
  }));
  return { ...rest, SharedTargets };
};

function associationsInForce(share: Share, side: Association["side"]): Association[] {
  return [...share.live.values()].filter((association) => association.side === side && isInForce(association));
}

function hasTarget(share: Share, target: string): boolean {
  return associationsInForce(share, "Target").some(({ id }) => id === target);
}

function resourceStatusFor(call: Call, resource: Association) {
  const principals = call.world.principalsOf(call.caller);
  const failure = resource.failures.find(({ entityId }) => principals.includes(entityId));
  const ResourceStatus = resourceStatuses.find((status) => status === failure?.reason) ?? (failure ? "Unavailable" : "Available");
  return { ResourceStatus, ResourceStatusMessage: failure?.description };
}

export function isResourceId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id);
}
