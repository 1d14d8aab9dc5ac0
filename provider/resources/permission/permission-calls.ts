import { typeOfPermission } from "../../api/catalogue.ts";
import type { owners, Permission } from "../../api/entities.ts";
import { failedWith } from "../../api/error-codes.ts";
import {
  AssociateResourceSharePermission,
  DisassociateResourceSharePermission,
  GetPermission,
  ListPermissions,
  ListResourceSharePermissions,
} from "../../api/permissions.ts";
import type { Client } from "../../client/client.ts";
import { InputError } from "../../kernel/errors.ts";
import { readUntilCurrent } from "../../lifecycle/freshness.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { callWhenVisible, meansGone, unlessGone } from "../share-calls.ts";

type Owner = (typeof owners)[number];

/** Lists the permissions that are attached to a share, of which the account is the owner (`Self`) or a target. */
export function permissionsOf(client: Client, ResourceShareId: string, ResourceOwner: Owner = "Self"): Promise<Permission[]> {
  return client.all(ListResourceSharePermissions, { ResourceShareId, ResourceOwner }, (page) => page.Permissions);
}

/** Lists the permissions that are attached to a share; none when the share is gone (assumption S-permissionshare). */
export async function permissionsIfThere(...share: Parameters<typeof permissionsOf>): Promise<Permission[]> {
  try {
    return await permissionsOf(...share);
  } catch (error) {
    if (meansGone(error)) return [];
    throw error;
  }
}

/** Returns a permission as it is attached to the share; `undefined` when it is not, or when the share is gone. */
export async function attachedPermission(context: Context, shareId: string, name: string): Promise<Permission | undefined> {
  return (await permissionsIfThere(context.client, shareId)).find(({ PermissionName }) => PermissionName === name);
}

/** The permissions to attach and to detach. */
interface PermissionChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Returns the permissions that a change of lists attaches and detaches. */
export function permissionChanges(context: Context, shareId: string, before: Listed, after: Listed): PermissionChanges {
  const [held, wanted] = [before.permissionNames ?? [], after.permissionNames ?? []];
  const isLost = (name: string) => context.ownership.isLost(context.urn, shareId, permissionPart(name));
  return {
    added: wanted.filter((name) => !held.includes(name) || isLost(name)),
    // From the state and not from a list, which may be too old. `detach` accepts a permission that another one has replaced.
    removed: held.filter((name) => !wanted.includes(name)),
  };
}

/**
 * Attaches and detaches permissions. Call it after resources have left and before others come, so that none ever has a wider permission.
 * A permission does not leave with its resources (assumption S-permission-stays).
 */
export async function changePermissions(context: Context, shareId: string, { added, removed }: PermissionChanges): Promise<void> {
  if (added.length + removed.length > 0) context.reportProgress("permissions");
  for (const name of added) await attachUnlessClaimed(context, shareId, name, "permissionNames");
  await detachUnowned(context, shareId, removed);
}

/** Detaches the permissions that no other resource has. */
export async function detachUnowned(context: Context, shareId: string, names: readonly string[]): Promise<void> {
  await context.ownership.remove(context, shareId, names, permissionPart, (own) =>
    runInOrder(context, shareId, async () => {
      for (const name of own) await detach(context, shareId, name);
    }),
  );
}

/** Returns the name of a permission in ownership claims. */
export function permissionPart(name: string): string {
  return `${permissionPrefix}${name}`;
}

/** Returns the names of the permissions among parts in ownership claims. */
function permissionsIn(parts: readonly string[]): string[] {
  return parts.filter((part) => part.startsWith(permissionPrefix)).map((part) => part.slice(permissionPrefix.length));
}

const permissionPrefix = "permission ";

/** Returns the claims of listed permissions: of each one, and of its place, because a share has one permission for each resource type. */
export function permissionClaims(shareId: string, property: string, names: readonly string[]) {
  return names.flatMap((name) => {
    const part = permissionPart(name);
    const claim = { objectId: shareId, property, part, allowsExclusiveOwner: true };
    const type = typeOfPermission(name);
    return type === undefined ? [claim] : [claim, { ...claim, part: `the one permission for ${type}`, followsFrom: part }];
  });
}

interface Listed {
  readonly permissionNames?: readonly string[] | undefined;
}

/** Attaches a permission. Rejects when it would replace one that another resource of the program claims. */
export function attachUnlessClaimed(context: Context, shareId: string, name: string, property: string): Promise<void> {
  // Sequential for each share, so that each call knows what the calls before it have attached.
  const work = async () => {
    const held = await callWhenVisible(context, `permissions of ${shareId}`, () => permissionsOf(context.client, shareId));
    const recordOf = (other: string) => held.find(({ PermissionName }) => PermissionName === other);
    // The list may be too old to show what this run has attached.
    const isAttached = (other: string) => recordOf(other) !== undefined || context.ownership.isKnown(shareId, permissionPart(other));
    const claimed = permissionsIn(context.claims.partsOfOthers(context.urn, shareId)).filter(
      (other) => other !== name && isAttached(other),
    );
    const type = claimed.length > 0 ? await typeOf(context, name) : undefined;
    for (const other of claimed) {
      const otherType = recordOf(other)?.ResourceType ?? (await typeOf(context, other));
      if (otherType === type) throw InputError.of(property, replacementReason(name, other, type, shareId));
    }
    await attach(context, shareId, name);
  };
  return context.ownership.add(context, shareId, [permissionPart(name)], () => runInOrder(context, shareId, work));
}

async function typeOf(context: Context, name: string): Promise<string | undefined> {
  return (await context.client.call(GetPermission, { PermissionName: name })).Permission.ResourceType;
}

function replacementReason(name: string, other: string, type: string | undefined, shareId: string): string {
  return `${name} would replace ${other}, which another resource of the program claims: ${shareId} has one permission for ${type ?? "one type"}. Keep one of the two`;
}

/** Runs work on the permissions of a share after all earlier such work of this run, for which it waits until the deadline. */
function runInOrder<T>(context: Context, shareId: string, work: () => Promise<T>): Promise<T> {
  return context.ownership.alone(context, shareId, "permissions", work);
}

/** Attaches a permission; it replaces one of the same resource type. */
export async function attach(context: Context, shareId: string, name: string): Promise<void> {
  await callWhenVisible(context, `attaching ${name} to ${shareId}`, () =>
    context.client.call(AssociateResourceSharePermission, { ResourceShareId: shareId, PermissionName: name, Replace: true }),
  );
}

/** Detaches a permission; while the share holds resources of its type, the type's default permission replaces it. */
export async function detach(context: Context, shareId: string, name: string): Promise<void> {
  try {
    await unlessGone(context, shareId, `detaching ${name} from ${shareId}`, () =>
      context.client.call(DisassociateResourceSharePermission, { ResourceShareId: shareId, PermissionName: name }),
    );
  } catch (error) {
    // The permission is not attached any more.
    if (failedWith(error, DisassociateResourceSharePermission, "EntityNotExists.Permission")) return;
    if (!failedWith(error, DisassociateResourceSharePermission, "DisassociateConflict.Permission")) throw error;
    await replaceWithDefault(context, shareId, name);
  }
}

async function replaceWithDefault(context: Context, shareId: string, name: string): Promise<void> {
  // The error means that the permission is attached, so a list that does not show it is too old.
  context.client.writes.record(shareId);
  const held = await readUntilCurrent(context, shareId, (latest) => attachedPermission(latest, shareId, name));
  if (held === undefined) return;
  if (held.DefaultPermission === true) {
    context.warn(
      `${name} stays attached to ${shareId}: the share still holds resources of type ${held.ResourceType ?? "its type"}, and it is their default permission`,
    );
    return;
  }
  const ofType = await context.client.all(ListPermissions, { ResourceType: held.ResourceType }, (page) => page.Permissions);
  const standard = ofType.find(({ DefaultPermission, ResourceType }) => DefaultPermission === true && ResourceType === held.ResourceType);
  if (standard === undefined) {
    context.warn(
      `${name} stays attached to ${shareId}: the share still holds resources of its type, and no default permission of the type is known`,
    );
    return;
  }
  await attach(context, shareId, standard.PermissionName);
  context.warn(
    `${standard.PermissionName} replaced ${name} on ${shareId}, because the share still holds resources of type ${held.ResourceType ?? "its type"}: ` +
      "that may allow more than before. To avoid that, remove the resources first",
  );
}
