import type { Call } from "./handler.ts";
import type { NamedEntities, NamedTarget } from "./named-entities.ts";
import { type AttachedPermission, type PermissionEntry, type Share, entityKey } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { list } from "./parameter-validation.ts";

/** The share to associate entities with: an existing one, or one that is being created (`share` is `undefined`). */
export interface ShareContext {
  readonly allowExternalTargets: boolean;
  readonly share: Share | undefined;
}

/** Whether a target is an account outside the caller's resource directory. */
export function isExternal(call: Call, target: NamedTarget): boolean {
  if (target.kind !== "Account") return false;
  const directory = call.world.directoryOf(call.caller);
  return directory === undefined || call.world.accounts.get(target.id)?.directoryId !== directory.id;
}

/**
 * Validates entities before they are associated with a share.
 * @throws ServiceError for the first entity that is not allowed
 */
export function validateEntities(call: Call, context: ShareContext, entities: NamedEntities): void {
  if (!context.allowExternalTargets && !call.world.directoryOf(call.caller)) {
    throwServiceError("AccountNotInResourceDirectory", "The current account is in no resource directory.");
  }
  for (const target of entities.targets) validateTarget(call, context, target);
  validateResourceTypes(call, context, entities);
  validateQuotas(call, context, entities);
}

function validateTarget(call: Call, context: ShareContext, target: NamedTarget): void {
  const { world, caller } = call;
  const directory = world.directoryOf(caller);
  if (target.id === caller.id) throwServiceError("ShareWithYourself", "The target is the current account itself.");
  if (target.kind === "Service" || isExternal(call, target)) {
    if (!context.allowExternalTargets) throwServiceError("InvalidTarget", `The target ${target.id} is not in the resource directory.`);
    if (target.kind === "Account") validateExternalAccount(call, target.id);
    return;
  }
  if (!directory) throwServiceError("AccountNotInResourceDirectory", "The current account is in no resource directory.");
  const inside =
    target.kind === "Account" ||
    (target.kind === "Folder" ? directory.folders.some(({ id }) => id === target.id) : target.id === directory.id);
  if (!inside) throwServiceError("InvalidTarget", `The target ${target.id} is not in the resource directory.`);
  if (!directory.sharingEnabled)
    throwServiceError("NotEnableSharingWithResourceDirectory", "Sharing is not enabled for the resource directory.");
}

// An account that the world does not describe has no site and no legal entity, and matches every account.
function validateExternalAccount(call: Call, id: string): void {
  const other = call.world.accounts.get(id);
  if (!other) return;
  if (other.site && other.site !== call.caller.site)
    throwServiceError("InvalidTarget.SiteMismatch", `The account ${id} belongs to another site.`);
  if (other.legalEntity && other.legalEntity !== call.caller.legalEntity) {
    throwServiceError("InvalidTarget.LegalEntityMismatch", `The account ${id} belongs to another legal entity.`);
  }
}

function validateResourceTypes(call: Call, { share }: ShareContext, entities: NamedEntities): void {
  const directory = call.world.directoryOf(call.caller);
  const restricted = entities.resources.find(({ kind }) => kind.managementOnly);
  if (restricted && directory?.managementAccountId !== call.caller.id) {
    throwServiceError("NotManagementAccount", `Only the management account may share resources of the type ${restricted.kind.type}.`);
  }
  const isSharedOutside = entities.targets.some((target) => isExternal(call, target)) || (share ? hasExternalTarget(share) : false);
  const internalOnlyType = [...entities.resources.map(({ kind }) => kind.type), ...(share ? resourceTypesOf(share) : [])].find(
    (type) => call.world.kinds.get(type)?.external === false,
  );
  if (isSharedOutside && internalOnlyType)
    throwServiceError(
      "ExternalTargetsNotAllowed.ResourceType",
      `Resources of the type ${internalOnlyType} cannot be shared outside the directory.`,
    );
}

function validateQuotas(call: Call, { share }: ShareContext, entities: NamedEntities): void {
  const { world, caller } = call;
  const { quotas } = world.settings;
  const isNew = (side: "Resource" | "Target", type: string, id: string) => !share?.live.has(entityKey(side, type, id));
  const resources = entities.resources.filter(({ kind, id }) => isNew("Resource", kind.type, id)).length;
  const invited = entities.targets.filter((target) => isExternal(call, target) && isNew("Target", "", target.id)).length;
  if (resources > 0 && world.sharedResources(caller.id) + resources > quotas.sharedResources) {
    throwServiceError("QuotaExceeded.SharedResource.Count", `The account may share ${quotas.sharedResources} resources.`);
  }
  if (invited > 0 && world.openInvitationsFrom(caller.id) + invited > quotas.pendingInvitations) {
    throwServiceError("QuotaExceeded.PendingInvitations", `The account may have ${quotas.pendingInvitations} open invitations.`);
  }
}

/** Whether a share has a target outside the resource directory. */
function hasExternalTarget(share: Share): boolean {
  return [...share.live.values()].some(({ external }) => external);
}

/** The types of a share's resources. */
export function resourceTypesOf(share: Share): Set<string> {
  return new Set([...share.live.values()].filter(({ side }) => side === "Resource").map(({ type }) => type));
}

/** Rejects resources that another share of the account already shares with the same service. */
export function validateServiceTargets(call: Call, entities: NamedEntities): void {
  for (const service of entities.targets.filter(({ kind }) => kind === "Service")) {
    for (const share of call.world.sharesOf(call.caller.id)) {
      if (!share.live.has(entityKey("Target", "", service.id))) continue;
      for (const { kind, id } of entities.resources) {
        if (share.live.has(entityKey("Resource", kind.type, id))) {
          throwServiceError(
            "NotSupport.Service.AssociateConflict",
            `The resource ${id} is shared with ${service.id} by ${share.id} already.`,
          );
        }
        if (kind.oncePerService && resourceTypesOf(share).has(kind.type)) {
          throwServiceError(
            "NotSupport.Service.ExistInOtherResourceShare",
            `The type ${kind.type} is shared with ${service.id} by ${share.id} already.`,
          );
        }
      }
    }
  }
}

/** Returns the permissions of a share with new entities: its own, those that the call names, and defaults for types without one. */
export function resolvePermissions(call: Call, share: Share | undefined, entities: NamedEntities): Map<string, AttachedPermission> {
  const { world, request } = call;
  const attached = new Map(share?.permissions);
  for (const name of list(request, "PermissionNames")) {
    const entry = world.permissions.get(name) ?? throwServiceError("EntityNotExists.Permission", `The permission ${name} does not exist.`);
    const other = attached.get(entry.type);
    if (other && other.name !== name) {
      throwServiceError("InvalidParameter.PermissionNames", `The type ${entry.type} has the permission ${other.name} already.`);
    }
    if (!other) attached.set(entry.type, attachedPermission(entry));
  }
  for (const { kind } of entities.resources) {
    const entry = attached.has(kind.type) ? undefined : defaultPermission(call, kind.type);
    if (entry) attached.set(kind.type, attachedPermission(entry));
  }
  return attached;
}

/** Attaches a permission in its current default version. */
export function attachedPermission(entry: PermissionEntry): AttachedPermission {
  return { name: entry.name, version: entry.defaultVersion };
}

function defaultPermission(call: Call, type: string): PermissionEntry | undefined {
  for (const entry of call.world.permissions.values()) if (entry.type === type && entry.isDefault) return entry;
  return undefined;
}
