import type { Permission as PermissionView } from "../api/entities.ts";
import { attachment, typesOf } from "./admission.ts";
import { timeText, type Call, type Handler } from "./call.ts";
import { knownKind } from "./entities.ts";
import { namedShare, ownShare, sharesOfSide } from "./lookup.ts";
import { page, pageSize } from "./paging.ts";
import type { PermissionEntry, PermissionVersion, Share } from "./records.ts";
import { refuse, refuseUnlisted } from "./refusal.ts";
import { flag, owner, permissionName, required, shareId, text } from "./rules.ts";

export const AssociateResourceSharePermission: Handler<"AssociateResourceSharePermission"> = (call) => {
  const share = writableShare(call);
  const entry = namedPermission(call);
  const replace = flag(call.question, "Replace") ?? false;
  const present = share.permissions.get(entry.type);
  if (present && present.name !== entry.name && !replace) {
    // No table gives a code for this; the real one is not known (assumption S-replace).
    refuseUnlisted(
      409,
      "EntityAlreadyExists.ResourceSharePermission",
      `The share has the permission ${present.name} for the type ${entry.type}.`,
    );
  }
  if (!present || replace) {
    share.permissions.set(entry.type, attachment(entry));
    share.updatedAt = call.world.now;
  }
  return {};
};

export const DisassociateResourceSharePermission: Handler<"DisassociateResourceSharePermission"> = (call) => {
  const share = writableShare(call);
  const entry = namedPermission(call);
  if (share.permissions.get(entry.type)?.name !== entry.name) {
    refuse("EntityNotExists.Permission", `The share does not bear the permission ${entry.name}.`);
  }
  if (typesOf(share).has(entry.type)) {
    refuse("DisassociateConflict.Permission", `The share holds resources of the type ${entry.type}.`);
  }
  share.permissions.delete(entry.type);
  share.updatedAt = call.world.now;
  return {};
};

export const ListResourceSharePermissions: Handler<"ListResourceSharePermissions"> = (call) => {
  required(call.question, "ResourceShareId");
  const side = owner(call.question);
  const size = pageSize(call);
  const share = side === "Self" ? namedShare(call) : receivedShare(call);
  const attached = [...share.permissions.values()].flatMap(({ name, version }) => {
    const entry = call.world.permissions.get(name);
    const found = entry?.versions.find((known) => known.version === version);
    return entry && found ? [view(entry, found)] : [];
  });
  return permissionPage(call, attached, size);
};

export const GetPermission: Handler<"GetPermission"> = (call) => {
  const entry = namedPermission(call);
  const label = text(call.question, "PermissionVersion", "InvalidParameter.PermissionVersion") ?? entry.defaultVersion;
  const version = entry.versions.find((known) => known.version === label);
  if (!version) refuse("InvalidParameter.PermissionVersion", `The permission ${entry.name} has no version ${label}.`);
  return { Permission: { ...view(entry, version), Permission: version.policy } };
};

export const ListPermissionVersions: Handler<"ListPermissionVersions"> = (call) => {
  const size = pageSize(call);
  const type = text(call.question, "ResourceType", "InvalidParameter.ResourceType");
  if (type !== undefined) knownKind(call, type);
  const entry = namedPermission(call);
  return permissionPage(
    call,
    entry.versions.map((version) => view(entry, version)),
    size,
  );
};

export const ListPermissions: Handler<"ListPermissions"> = (call) => {
  const size = pageSize(call);
  const type = text(call.question, "ResourceType", "InvalidParameter.ResourceType");
  if (type !== undefined) knownKind(call, type);
  const found = [...call.world.permissions.values()]
    .filter((entry) => type === undefined || entry.type === type)
    .flatMap((entry) => entry.versions.filter(({ version }) => version === entry.defaultVersion).map((version) => view(entry, version)));
  return permissionPage(call, found, size);
};

function permissionPage(call: Call, permissions: readonly PermissionView[], size: number) {
  const numbered = permissions.map((permission, index) => ({ permission, sequence: index + 1 }));
  const { records, ...rest } = page(call, numbered, size);
  return { ...rest, Permissions: records.map(({ permission }) => permission) };
}

function namedPermission(call: Call): PermissionEntry {
  const name = permissionName(required(call.question, "PermissionName"));
  return call.world.permissions.get(name) ?? refuse("EntityNotExists.Permission", `The permission ${name} does not exist.`);
}

// The tables of the two writing operations list no 404 for the share, so an absent one is a bad id.
function writableShare(call: Call): Share {
  const id = shareId(required(call.question, "ResourceShareId"));
  const share = ownShare(call, id);
  const open = share?.status === "Active" || share?.status === "Pending";
  return share && open
    ? share
    : refuse("InvalidParameter.ResourceShareId", `The resource share ${id} does not exist in the current account.`);
}

function receivedShare(call: Call): Share {
  const id = shareId(required(call.question, "ResourceShareId"));
  const share = sharesOfSide(call, "OtherAccounts", [id])[0];
  return share ?? refuse("EntityNotExists.ResourceShare", `The resource share ${id} is not shared with the current account.`);
}

function view(entry: PermissionEntry, version: PermissionVersion): PermissionView {
  return {
    PermissionName: entry.name,
    PermissionVersion: version.version,
    DefaultVersion: version.version === entry.defaultVersion,
    DefaultPermission: entry.isDefault,
    ResourceType: entry.type,
    CreateTime: timeText(version.createdAt),
    UpdateTime: timeText(version.createdAt),
  };
}
