import { shareStatuses, type ResourceShare } from "../api/entities.ts";
import { admit, admitPermissions, admitToServices, typesOf } from "./admission.ts";
import { associate } from "./associations.ts";
import { timeText, type Call, type Handler } from "./call.ts";
import { namedEntities, readProperties } from "./entities.ts";
import { mustBeOpen, namedShare, ownShare, sharesOfSide } from "./lookup.ts";
import { dueAfter } from "./machines.ts";
import { page, pageSize } from "./paging.ts";
import type { Share } from "./records.ts";
import { isUnderWay } from "./records.ts";
import { refuse } from "./refusal.ts";
import { flag, owner, required, shareIds, shareName, text, word } from "./rules.ts";
import { bearsTags, namedTags } from "./tags.ts";
import { beginDeletion, look } from "./tasks.ts";

export const CreateResourceShare: Handler<"CreateResourceShare"> = (call) => {
  const { world, caller, question } = call;
  const name = shareName(required(question, "ResourceShareName"));
  const entities = namedEntities(call);
  readProperties(call, entities, () => false);
  const allowExternalTargets = flag(question, "AllowExternalTargets") ?? false;
  const tags = namedTags(call);
  const groupId = text(question, "ResourceGroupId") ?? "rg-default";
  if (!caller.groups.includes(groupId)) refuse("InvalidParameter", `The resource group ${groupId} does not exist.`);
  admit(call, { allowExternalTargets, share: undefined }, entities);
  admitToServices(call, entities);
  const permissions = admitPermissions(call, undefined, entities);
  if (ownCount(call) >= world.settings.quotas.shares) {
    refuse("QuotaExceeded.ResourceShare.Count", `The account may have ${world.settings.quotas.shares} shares.`);
  }
  const share: Share = {
    record: "share",
    sequence: world.nextSequence(),
    id: freeShareId(call),
    name,
    owner: caller.id,
    region: call.region,
    status: "Active",
    allowExternalTargets,
    groupId,
    tags: new Map(tags.map(({ Key, Value }) => [Key, Value ?? ""])),
    permissions,
    createdAt: world.now,
    updatedAt: world.now,
    hidden: dueAfter(world.nature.pace.visibility, world.now, world.nature.random),
    associations: new Set(),
    live: new Map(),
  };
  world.addShare(share);
  associate(call, share, entities);
  // The specification returns every new share as Active, whatever invitations it has sent.
  return { ResourceShare: { ...summary(share), ResourceShareStatus: "Active" } };
};

export const UpdateResourceShare: Handler<"UpdateResourceShare"> = (call) => {
  required(call.question, "ResourceShareId");
  const name = shareName(required(call.question, "ResourceShareName"));
  const allow = flag(call.question, "AllowExternalTargets");
  const share = namedShare(call);
  mustBeOpen(share);
  const kept = [...typesOf(share)].find((type) => call.world.kinds.get(type)?.external === false);
  if (allow && !share.allowExternalTargets && kept) {
    refuse("NotSupport.AllowExternalTargets", `The share holds resources of the type ${kept}, which stay inside the directory.`);
  }
  share.name = name;
  share.allowExternalTargets = allow ?? share.allowExternalTargets;
  share.updatedAt = call.world.now;
  return { ResourceShare: summary(share) };
};

export const DeleteResourceShare: Handler<"DeleteResourceShare"> = (call) => {
  const share = namedShare(call);
  mustBeOpen(share);
  const unfinished = [...share.live.values()].find(isUnderWay);
  if (unfinished) refuse("DeleteResourceShareConflict", `The association of ${unfinished.id} is still ${unfinished.status}.`);
  beginDeletion(call.world, share);
  return {};
};

export const ListResourceShares: Handler<"ListResourceShares"> = (call) => {
  const { question } = call;
  const side = owner(question);
  const name = text(question, "ResourceShareName");
  if (name !== undefined) shareName(name);
  const status = word(question, "ResourceShareStatus", shareStatuses, "InvalidParameter.ResourceShareStatus");
  const ids = shareIds(question);
  const tags = namedTags(call);
  if (side === "OtherAccounts" && tags.length > 0)
    refuse("InvalidParameter.ResourceOwnerAndTag", "OtherAccounts and Tag exclude each other.");
  const permission = text(question, "PermissionName");
  const group = text(question, "ResourceGroupId");
  const size = pageSize(call);
  const shares = sharesOfSide(call, side, ids);
  for (const share of shares) look(call.world, share);
  const found = shares.filter(
    (share) =>
      (name === undefined || share.name === name) &&
      (status === undefined || share.status === status) &&
      (group === undefined || share.groupId === group) &&
      (permission === undefined || [...share.permissions.values()].some((attached) => attached.name === permission)) &&
      bearsTags(share, tags),
  );
  const { records, ...rest } = page(call, found, size);
  return { ...rest, ResourceShares: records.map((share) => (side === "Self" ? details(share) : summary(share))) };
};

export const ChangeResourceGroup: Handler<"ChangeResourceGroup"> = (call) => {
  const id = required(call.question, "ResourceId");
  const region = required(call.question, "ResourceRegionId");
  const groupId = required(call.question, "ResourceGroupId");
  const share = ownShare(call, id);
  if (!share || share.status === "Deleted" || (share.region !== undefined && share.region !== region)) {
    refuse("ResourceNotFound", `The resource share ${id} does not exist in ${region}.`);
  }
  if (!call.caller.groups.includes(groupId)) refuse("InvalidResourceGroup", `The resource group ${groupId} does not exist.`);
  share.groupId = groupId;
  share.updatedAt = call.world.now;
  return {};
};

function ownCount(call: Call): number {
  return [...call.world.sharesOf(call.caller.id)].filter(({ status }) => status !== "Deleted").length;
}

function freeShareId(call: Call): string {
  const { world } = call;
  const id = world.nextShareIds.shift() ?? `rs-${String(++world.counters.share).padStart(6, "0")}`;
  if (world.shares.has(id)) refuse("EntityAlreadyExists.ResourceShare", `The resource share ${id} exists already.`);
  return id;
}

function summary(share: Share): ResourceShare {
  return {
    ResourceShareId: share.id,
    ResourceShareName: share.name,
    ResourceShareOwner: share.owner,
    ResourceShareStatus: share.status,
    AllowExternalTargets: share.allowExternalTargets,
    CreateTime: timeText(share.createdAt),
    UpdateTime: timeText(share.updatedAt),
  };
}

function details(share: Share): ResourceShare {
  const tags = [...share.tags].map(([Key, Value]) => ({ Key, Value }));
  return { ...summary(share), ResourceGroupId: share.groupId, Tags: tags };
}
