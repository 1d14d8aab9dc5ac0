import { resourceStatuses } from "../api/entities.ts";
import { timeText, type Call, type Handler } from "./call.ts";
import { knownKind, readArn, targetKind } from "./entities.ts";
import { reach, sharesOfSide } from "./lookup.ts";
import { page, pageSize } from "./paging.ts";
import type { Association, Share } from "./records.ts";
import { isInForce } from "./records.ts";
import { refuse } from "./refusal.ts";
import { list, owner, shareIds, text } from "./rules.ts";

export const ListSharedResources: Handler<"ListSharedResources"> = (call) => {
  const { question } = call;
  const side = owner(question);
  const type = text(question, "ResourceType", "InvalidParameter.ResourceType");
  const kind = type === undefined ? undefined : knownKind(call, type);
  const target = text(question, "Target", "InvalidParameter.Target");
  if (target !== undefined && !targetKind(target)) refuse("InvalidParameter.Target", `${target} is not the id of a target.`);
  const shareFilter = shareIds(question);
  if (question["ResourceIds"] !== undefined && question["ResourceArns"] !== undefined) {
    refuse("InvalidParameter.ResourceConflict", "ResourceIds and ResourceArns exclude each other.");
  }
  const ids = list(question, "ResourceIds");
  if (!ids.every(isResourceId)) refuse("InvalidParameter.ResourceIds", "An id of a resource is not well formed.");
  if (kind?.byArnOnly && ids.length > 0) {
    refuse("NotSupport.ResourceType.ResourcesParameter", `Resources of the type ${kind.type} are named by ResourceArns.`);
  }
  const arns = list(question, "ResourceArns");
  if (!arns.every((arn) => readArn(call, arn))) refuse("InvalidParameter.ResourceArns", "An ARN is not well formed.");
  const size = pageSize(call);
  const found = sharesOfSide(call, side, shareFilter)
    .filter((share) => target === undefined || (side === "Self" ? reachesTarget(share, target) : share.owner === target))
    .flatMap((share) => inForce(share, "Resource"))
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
    ...(side === "OtherAccounts" ? received(call, resource) : {}),
    CreateTime: timeText(resource.createdAt),
    UpdateTime: timeText(resource.updatedAt),
  }));
  return { ...rest, SharedResources };
};

export const ListSharedTargets: Handler<"ListSharedTargets"> = (call) => {
  const { question } = call;
  const side = owner(question);
  const type = text(question, "ResourceType", "InvalidParameter.ResourceType");
  if (type !== undefined) knownKind(call, type);
  const id = text(question, "ResourceId", "InvalidParameter.ResourceId");
  const arn = text(question, "ResourceArn", "InvalidParameter.ResourceArn");
  if (id !== undefined && arn !== undefined) refuse("InvalidParameter.ResourceConflict", "ResourceId and ResourceArn exclude each other.");
  if (id !== undefined && !isResourceId(id)) refuse("InvalidParameter.ResourceId", "The id of the resource is not well formed.");
  if (arn !== undefined && !readArn(call, arn)) refuse("InvalidParameter.ResourceArn", "The ARN is not well formed.");
  const shareFilter = shareIds(question);
  const targets = list(question, "Targets");
  if (!targets.every(targetKind)) refuse("InvalidParameter.Targets", "An id of a target is not well formed.");
  const size = pageSize(call);
  const asked = type !== undefined || id !== undefined || arn !== undefined;
  const holds = (share: Share) =>
    !asked ||
    inForce(share, "Resource").some(
      (resource) =>
        (type === undefined || resource.type === type) &&
        (id === undefined || resource.id === id) &&
        (arn === undefined || resource.arn === arn),
    );
  const rows = sharesOfSide(call, side, shareFilter)
    .filter(holds)
    .flatMap((share) => (side === "Self" ? inForce(share, "Target") : reachedThrough(call, share)))
    .map((association) => ({
      association,
      target: side === "Self" ? association.id : association.share.owner,
      sequence: association.sequence,
    }))
    .filter(({ target }) => targets.length === 0 || targets.includes(target));
  const { records, ...rest } = page(call, rows, size);
  const SharedTargets = records.map(({ association, target }) => ({
    TargetId: target,
    ResourceShareId: association.share.id,
    External: association.external,
    TargetProperty: side === "Self" ? association.property : undefined,
    CreateTime: timeText(association.createdAt),
    UpdateTime: timeText(association.updatedAt),
  }));
  return { ...rest, SharedTargets };
};

function inForce(share: Share, side: Association["side"]): Association[] {
  return [...share.live.values()].filter((association) => association.side === side && isInForce(association));
}

function reachesTarget(share: Share, target: string): boolean {
  return inForce(share, "Target").some(({ id }) => id === target);
}

function reachedThrough(call: Call, share: Share): Association[] {
  const association = reach(call.world, call.caller, share);
  return association ? [association] : [];
}

function received(call: Call, resource: Association) {
  const mine = [...call.world.principalsOf(call.caller)];
  const failure = resource.failures.find(({ entityId }) => mine.includes(entityId));
  const ResourceStatus = resourceStatuses.find((status) => status === failure?.reason) ?? (failure ? "Unavailable" : "Available");
  return { ResourceStatus, ResourceStatusMessage: failure?.description };
}

function isResourceId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id);
}
