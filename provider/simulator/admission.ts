import type { Call } from "./call.ts";
import type { NamedEntities, NamedTarget } from "./entities.ts";
import type { Attachment, PermissionEntry, Share } from "./records.ts";
import { entityKey, isLive } from "./records.ts";
import { refuse } from "./refusal.ts";
import { list } from "./rules.ts";

/** The share that entities want to enter: one that exists, or the one that a creation asks for. */
export interface Entered {
  readonly allowExternalTargets: boolean;
  readonly share: Share | undefined;
}

/** Whether a target is outside the directory of the account that shares. */
export function isExternal(call: Call, target: NamedTarget): boolean {
  if (target.kind !== "Account") return false;
  const directory = call.world.directoryOf(call.caller);
  return directory === undefined || call.world.accounts.get(target.id)?.directoryId !== directory.id;
}

/** Refuses whatever may not enter the share. */
export function admit(call: Call, entered: Entered, entities: NamedEntities): void {
  if (!entered.allowExternalTargets && !call.world.directoryOf(call.caller)) {
    refuse("AccountNotInResourceDirectory", "The current account is in no resource directory.");
  }
  for (const target of entities.targets) admitTarget(call, entered, target);
  admitTypes(call, entered, entities);
  admitNumbers(call, entered, entities);
}

function admitTarget(call: Call, entered: Entered, target: NamedTarget): void {
  const { world, caller } = call;
  const directory = world.directoryOf(caller);
  if (target.id === caller.id) refuse("ShareWithYourself", "The target is the current account itself.");
  if (target.kind === "Service" || isExternal(call, target)) {
    if (!entered.allowExternalTargets) refuse("InvalidTarget", `The target ${target.id} is not in the resource directory.`);
    if (target.kind === "Account") admitStranger(call, target.id);
    return;
  }
  if (!directory) refuse("AccountNotInResourceDirectory", "The current account is in no resource directory.");
  const inside = target.kind === "Account" || (target.kind === "Folder" ? directory.folders.has(target.id) : target.id === directory.id);
  if (!inside) refuse("InvalidTarget", `The target ${target.id} is not in the resource directory.`);
  if (!directory.sharingEnabled) refuse("NotEnableSharingWithResourceDirectory", "Sharing is not enabled for the resource directory.");
}

// An account that nobody described has no site and no legal entity of its own, and matches every other.
function admitStranger(call: Call, id: string): void {
  const other = call.world.accounts.get(id);
  if (!other) return;
  if (other.site && other.site !== call.caller.site) refuse("InvalidTarget.SiteMismatch", `The account ${id} belongs to another site.`);
  if (other.legalEntity && other.legalEntity !== call.caller.legalEntity) {
    refuse("InvalidTarget.LegalEntityMismatch", `The account ${id} belongs to another legal entity.`);
  }
}

function admitTypes(call: Call, { share }: Entered, entities: NamedEntities): void {
  const directory = call.world.directoryOf(call.caller);
  const restricted = entities.resources.find(({ kind }) => kind.managementOnly);
  if (restricted && directory?.managementAccountId !== call.caller.id) {
    refuse("NotManagementAccount", `Only the management account may share resources of the type ${restricted.kind.type}.`);
  }
  const leaving = entities.targets.some((target) => isExternal(call, target)) || (share ? hasExternal(share) : false);
  const kept = [...entities.resources.map(({ kind }) => kind.type), ...(share ? typesOf(share) : [])].find(
    (type) => call.world.kinds.get(type)?.external === false,
  );
  if (leaving && kept)
    refuse("ExternalTargetsNotAllowed.ResourceType", `Resources of the type ${kept} cannot be shared outside the directory.`);
}

function admitNumbers(call: Call, { share }: Entered, entities: NamedEntities): void {
  const { world, caller } = call;
  const { quotas } = world.settings;
  const isNew = (side: "Resource" | "Target", type: string, id: string) => !share?.live.has(entityKey(side, type, id));
  const resources = entities.resources.filter(({ kind, id }) => isNew("Resource", kind.type, id)).length;
  const invited = entities.targets.filter((target) => isExternal(call, target) && isNew("Target", "", target.id)).length;
  if (resources > 0 && world.sharedResources(caller.id) + resources > quotas.sharedResources) {
    refuse("QuotaExceeded.SharedResource.Count", `The account may share ${quotas.sharedResources} resources.`);
  }
  if (invited > 0 && world.openInvitationsFrom(caller.id) + invited > quotas.pendingInvitations) {
    refuse("QuotaExceeded.PendingInvitations", `The account may have ${quotas.pendingInvitations} open invitations.`);
  }
}

/** Whether a share reaches anybody outside the directory. */
export function hasExternal(share: Share): boolean {
  return [...share.live.values()].some(({ external }) => external);
}

/** The types of the resources that a share holds. */
export function typesOf(share: Share): Set<string> {
  return new Set([...share.live.values()].filter(({ side }) => side === "Resource").map(({ type }) => type));
}

/** Refuses what another share of the account gives to the same service already. */
export function admitToServices(call: Call, entities: NamedEntities): void {
  for (const service of entities.targets.filter(({ kind }) => kind === "Service")) {
    for (const association of call.world.associationsOf("Target", "", service.id)) {
      const { share } = association;
      if (!isLive(association) || share.owner !== call.caller.id) continue;
      for (const { kind, id } of entities.resources) {
        if (share.live.has(entityKey("Resource", kind.type, id))) {
          refuse("NotSupport.Service.AssociateConflict", `The resource ${id} is shared with ${service.id} by ${share.id} already.`);
        }
        if (kind.oncePerService && typesOf(share).has(kind.type)) {
          refuse(
            "NotSupport.Service.ExistInOtherResourceShare",
            `The type ${kind.type} is shared with ${service.id} by ${share.id} already.`,
          );
        }
      }
    }
  }
}

/** The permissions that a share gets with its new entities: those that are named, and defaults for types that have none. */
export function admitPermissions(call: Call, share: Share | undefined, entities: NamedEntities): Map<string, Attachment> {
  const { world, question } = call;
  const attached = new Map(share?.permissions);
  const added = new Map<string, Attachment>();
  for (const name of list(question, "PermissionNames")) {
    const entry = world.permissions.get(name) ?? refuse("EntityNotExists.Permission", `The permission ${name} does not exist.`);
    const other = attached.get(entry.type);
    if (other && other.name !== name) {
      refuse("InvalidParameter.PermissionNames", `The type ${entry.type} has the permission ${other.name} already.`);
    }
    if (other) continue;
    attached.set(entry.type, attachment(entry));
    added.set(entry.type, attachment(entry));
  }
  for (const { kind } of entities.resources) {
    const entry = attached.has(kind.type) ? undefined : defaultPermission(call, kind.type);
    if (!entry) continue;
    attached.set(kind.type, attachment(entry));
    added.set(kind.type, attachment(entry));
  }
  return added;
}

/** A permission as a share bears it from now on. */
export function attachment(entry: PermissionEntry): Attachment {
  return { name: entry.name, version: entry.defaultVersion };
}

function defaultPermission(call: Call, type: string): PermissionEntry | undefined {
  for (const entry of call.world.permissions.values()) if (entry.type === type && entry.isDefault) return entry;
  return undefined;
}
