import { shareStatuses, type ResourceShare } from "../../provider/api/entities.ts";
import { validateEntities, resolvePermissions, validateServiceTargets, resourceTypesOf } from "./association-validation.ts";
import { associate } from "./associations.ts";
import type { Call, Handler } from "./handler.ts";
import { namedEntities, readProperties } from "./named-entities.ts";
import { requireModifiable, namedShare, ownShare, sharesByOwner } from "./share-queries.ts";
import { dueAfter } from "../world/state-machines.ts";
import { page, pageSize } from "./paging.ts";
import { type Share, isInProgress } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { flag, owner, required, shareIds, shareName, text, enumValue } from "./parameter-validation.ts";
import { hasTags, namedTags } from "./tags.ts";
import { beginDeletion, countRead } from "../world/transitions.ts";

export const CreateResourceShare: Handler<"CreateResourceShare"> = (call) => {
  const { world, caller, request } = call;
  const name = shareName(required(request, "ResourceShareName"));
  const entities = namedEntities(call);
  readProperties(call, entities, () => false);
  const allowExternalTargets = flag(request, "AllowExternalTargets") ?? false;
  const tags = namedTags(call);
  const groupId = text(request, "ResourceGroupId") ?? "rg-default";
  if (!caller.groups.includes(groupId)) throwServiceError("InvalidParameter", `The resource group ${groupId} does not exist.`);
  validateEntities(call, { allowExternalTargets, share: undefined }, entities);
  validateServiceTargets(call, entities);
  const permissions = resolvePermissions(call, undefined, entities);
  if (countOwnShares(call) >= world.settings.quotas.shares) {
    throwServiceError("QuotaExceeded.ResourceShare.Count", `The account may have ${world.settings.quotas.shares} shares.`);
  }
  const share: Share = {
    record: "share",
    sequence: world.nextSequence(),
    id: newShareId(call),
    name,
    owner: caller.id,
    region: call.region,
    status: "Active",
    allowExternalTargets,
    groupId,
    tags: new Map(tags.map(({ Key, Value }) => [Key, Value ?? ""])),
    permissions,
    createdAt: world.time,
    updatedAt: world.time,
    hidden: dueAfter(world.dependencies.pace.visibility, world.now, world.dependencies.random),
    associations: new Set(),
    live: new Map(),
  };
  world.addShare(share);
  associate(call, share, entities);
  // The specification returns every new share as Active, even when invitations make it Pending.
  return { ResourceShare: { ...summary(share), ResourceShareStatus: "Active" } };
};

export const UpdateResourceShare: Handler<"UpdateResourceShare"> = (call) => {
  required(call.request, "ResourceShareId");
  const name = shareName(required(call.request, "ResourceShareName"));
  const allow = flag(call.request, "AllowExternalTargets");
  const share = namedShare(call);
  requireModifiable(share);
  const internalOnlyType = [...resourceTypesOf(share)].find((type) => call.world.kinds.get(type)?.external === false);
  if (allow && !share.allowExternalTargets && internalOnlyType) {
    throwServiceError(
      "NotSupport.AllowExternalTargets",
      `The share holds resources of the type ${internalOnlyType}, which stay inside the directory.`,
    );
  }
  share.name = name;
  share.allowExternalTargets = allow ?? share.allowExternalTargets;
  share.updatedAt = call.world.time;
  return { ResourceShare: summary(share) };
};

export const DeleteResourceShare: Handler<"DeleteResourceShare"> = (call) => {
  const share = namedShare(call);
  requireModifiable(share);
  const unfinished = [...share.live.values()].find(isInProgress);
  if (unfinished) throwServiceError("DeleteResourceShareConflict", `The association of ${unfinished.id} is still ${unfinished.status}.`);
  beginDeletion(call.world, share);
  return {};
};

export const ListResourceShares: Handler<"ListResourceShares"> = (call) => {
  const { request } = call;
  const side = owner(request);
  const name = text(request, "ResourceShareName");
  if (name !== undefined) shareName(name);
  const status = enumValue(request, "ResourceShareStatus", shareStatuses, "InvalidParameter.ResourceShareStatus");
  const ids = shareIds(request);
  const tags = namedTags(call);
  if (side === "OtherAccounts" && tags.length > 0)
    throwServiceError("InvalidParameter.ResourceOwnerAndTag", "OtherAccounts and Tag exclude each other.");
  const permission = text(request, "PermissionName");
  const group = text(request, "ResourceGroupId");
  const size = pageSize(call);
  const shares = sharesByOwner(call, side, ids);
  for (const share of shares) countRead(call.world, share);
  const found = shares.filter(
    (share) =>
      (name === undefined || share.name === name) &&
      (status === undefined || share.status === status) &&
      (group === undefined || share.groupId === group) &&
      (permission === undefined || [...share.permissions.values()].some((attached) => attached.name === permission)) &&
      hasTags(share, tags),
  );
  const { records, ...rest } = page(call, found, size);
  return { ...rest, ResourceShares: records.map((share) => (side === "Self" ? details(share) : summary(share))) };
};

export const ChangeResourceGroup: Handler<"ChangeResourceGroup"> = (call) => {
  const id = required(call.request, "ResourceId");
  const region = required(call.request, "ResourceRegionId");
  const groupId = required(call.request, "ResourceGroupId");
  const share = ownShare(call, id);
  if (!share || share.status === "Deleted" || (share.region !== undefined && share.region !== region)) {
    throwServiceError("ResourceNotFound", `The resource share ${id} does not exist in ${region}.`);
  }
  if (!call.caller.groups.includes(groupId)) throwServiceError("InvalidResourceGroup", `The resource group ${groupId} does not exist.`);
  share.groupId = groupId;
  share.updatedAt = call.world.time;
  return {};
};

function countOwnShares(call: Call): number {
  return call.world.sharesOf(call.caller.id).filter(({ status }) => status !== "Deleted").length;
}

function newShareId(call: Call): string {
  const { world } = call;
  const id = world.nextShareIds.shift() ?? `rs-${String(++world.counters.share).padStart(6, "0")}`;
  if (world.shares.has(id)) throwServiceError("EntityAlreadyExists.ResourceShare", `The resource share ${id} exists already.`);
  return id;
}

function summary(share: Share): ResourceShare {
  return {
    ResourceShareId: share.id,
    ResourceShareName: share.name,
    ResourceShareOwner: share.owner,
    ResourceShareStatus: share.status,
    AllowExternalTargets: share.allowExternalTargets,
    CreateTime: share.createdAt,
    UpdateTime: share.updatedAt,
  };
}

function details(share: Share): ResourceShare {
  const tags = [...share.tags].map(([Key, Value]) => ({ Key, Value }));
  return { ...summary(share), ResourceGroupId: share.groupId, Tags: tags };
}
