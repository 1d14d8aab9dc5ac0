import type { Permission as PermissionView } from "../../provider/api/entities.ts";
import { attachedPermission, resourceTypesOf } from "./association-validation.ts";
import type { Call, Handler } from "./handler.ts";
import { requireResourceKind } from "./named-entities.ts";
import { namedShare, ownShare, sharesByOwner } from "./share-queries.ts";
import { page, pageSize } from "./paging.ts";
import type { PermissionEntry, PermissionVersion, Share } from "../world/records.ts";
import { throwServiceError, throwUnlistedError } from "../gateway/service-error.ts";
import { flag, owner, permissionName, required, shareId, text } from "./parameter-validation.ts";

export const AssociateResourceSharePermission: Handler<"AssociateResourceSharePermission"> = (call) => {
  const share = writableShare(call);
  const entry = namedPermission(call);
  const replace = flag(call.request, "Replace") ?? false;
  const present = share.permissions.get(entry.type);
  if (present && present.name !== entry.name && !replace) {
    // No table of the specification lists a code for this case (assumption S-replace).
    throwUnlistedError(
      409,
      "EntityAlreadyExists.ResourceSharePermission",
      `The share has the permission ${present.name} for the type ${entry.type}.`,
    );
  }
  if (!present || replace) {
    share.permissions.set(entry.type, attachedPermission(entry));
    share.updatedAt = call.world.time;
  }
  return {};
};

export const DisassociateResourceSharePermission: Handler<"DisassociateResourceSharePermission"> = (call) => {
  const share = writableShare(call);
  const entry = namedPermission(call);
  if (share.permissions.get(entry.type)?.name !== entry.name) {
    throwServiceError("EntityNotExists.Permission", `The share does not have the permission ${entry.name}.`);
  }
  if (resourceTypesOf(share).has(entry.type)) {
    throwServiceError("DisassociateConflict.Permission", `The share holds resources of the type ${entry.type}.`);
  }
  share.permissions.delete(entry.type);
  share.updatedAt = call.world.time;
  return {};
};

export const ListResourceSharePermissions: Handler<"ListResourceSharePermissions"> = (call) => {
  required(call.request, "ResourceShareId");
  const side = owner(call.request);
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
  const label = text(call.request, "PermissionVersion", "InvalidParameter.PermissionVersion") ?? entry.defaultVersion;
  const version = entry.versions.find((known) => known.version === label);
  if (!version) throwServiceError("InvalidParameter.PermissionVersion", `The permission ${entry.name} has no version ${label}.`);
  return { Permission: { ...view(entry, version), Permission: version.policy } };
};

export const ListPermissionVersions: Handler<"ListPermissionVersions"> = (call) => {
  const size = pageSize(call);
  const type = text(call.request, "ResourceType", "InvalidParameter.ResourceType");
  if (type !== undefined) requireResourceKind(call, type);
  const entry = namedPermission(call);
  return permissionPage(
    call,
    entry.versions.map((version) => view(entry, version)),
    size,
  );
};

export const ListPermissions: Handler<"ListPermissions"> = (call) => {
  const size = pageSize(call);
  const type = text(call.request, "ResourceType", "InvalidParameter.ResourceType");
  if (type !== undefined) requireResourceKind(call, type);
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
  const name = permissionName(required(call.request, "PermissionName"));
  return call.world.permissions.get(name) ?? throwServiceError("EntityNotExists.Permission", `The permission ${name} does not exist.`);
}

// The two write operations have no 404 for the share, so an absent share is an invalid parameter.
function writableShare(call: Call): Share {
  const id = shareId(required(call.request, "ResourceShareId"));
  const share = ownShare(call, id);
  const open = share?.status === "Active" || share?.status === "Pending";
  return share && open
    ? share
    : throwServiceError("InvalidParameter.ResourceShareId", `The resource share ${id} does not exist in the current account.`);
}

function receivedShare(call: Call): Share {
  const id = shareId(required(call.request, "ResourceShareId"));
  const share = sharesByOwner(call, "OtherAccounts", [id])[0];
  return share ?? throwServiceError("EntityNotExists.ResourceShare", `The resource share ${id} is not shared with the current account.`);
}

function view(entry: PermissionEntry, version: PermissionVersion): PermissionView {
  return {
    PermissionName: entry.name,
    PermissionVersion: version.version,
    DefaultVersion: version.version === entry.defaultVersion,
    DefaultPermission: entry.isDefault,
    ResourceType: entry.type,
    CreateTime: version.createdAt,
    UpdateTime: version.createdAt,
  };
}
