import { attachedPermission, isExternal, resolvePermissions } from "../handlers/association-validation.ts";
import { associate } from "../handlers/associations.ts";
import { type Call, defaultRegion } from "../handlers/handler.ts";
import { arnOf, readArn, targetKind, type NamedEntities } from "../handlers/named-entities.ts";
import type { Association, PermissionEntry, Share } from "../world/records.ts";
import { accept, beginDeletion, beginDisassociation, expire, fail, failureDetails, reject, settle } from "../world/transitions.ts";
import type { World } from "../world/world.ts";
import { PlannedFailure } from "../world/world-schema.ts";

/** Resources and targets of an out-of-band change. */
export interface Entities {
  readonly resources?: readonly { readonly type: string; readonly id: string }[] | undefined;
  readonly resourceArns?: readonly string[] | undefined;
  readonly targets?: readonly string[] | undefined;
}

/** Changes that the code under test did not make: by another program, in the console, or in the service itself. */
export interface OutOfBandChanges {
  /** Associates entities as the owner; an external target makes the share allow external targets. Transitions take their configured time. */
  associate(shareId: string, entities: Entities): void;
  /** Starts disassociating entities, by their ids. */
  disassociate(shareId: string, ...entityIds: string[]): void;
  deleteShare(shareId: string): void;
  rename(shareId: string, name: string): void;
  allowExternalTargets(shareId: string, allowed: boolean): void;
  moveToGroup(shareId: string, groupId: string): void;
  tag(shareId: string, tags: Readonly<Record<string, string>>): void;
  untag(shareId: string, ...keys: string[]): void;
  /** Accepts, rejects or expires an open invitation. */
  answerInvitation(invitationId: string, how: "accept" | "reject" | "expire"): void;
  /** Replaces the share's permission for the permission's resource type. */
  replacePermission(shareId: string, permissionName: string): void;
  /** Removes the share's permission for the permission's resource type. */
  removePermission(shareId: string, permissionName: string): void;
  /** Adds a version of a permission, which becomes the default unless `isDefault` is false. Returns its label. */
  newPermissionVersion(permissionName: string, version?: { readonly policy?: string; readonly isDefault?: boolean }): string;
  /** Sets an association to `Failed`. With `partial`, keeps its status and sets its failure details. */
  failAssociation(shareId: string, entityId: string, failure?: Partial<PlannedFailure>): void;
  /** Plans a failure for later transitions of the entity's associations; `undefined` removes the plan. */
  planFailure(entityId: string, failure: Partial<PlannedFailure> | undefined): void;
  /** Purges a share early, or with `entityId` only the past associations of that entity. */
  purge(shareId: string, entityId?: string): void;
  /** Purges an invitation early. */
  purgeInvitation(invitationId: string): void;
  /** Adds an id for a new share, after those added before; an id that exists makes the creation fail. */
  nextShareId(id: string): void;
  enableSharing(directoryId: string, enabled: boolean): void;
  /** Completes every transition in progress now. */
  settleNow(): void;
}

/** Creates the out-of-band changes of one world; `onChange` is called after each. */
export function createOutOfBandChanges(world: () => World, onChange: () => void): OutOfBandChanges {
  return new Proxy(changesOf(world), {
    get: (changes, name, receiver) => {
      const apply: unknown = Reflect.get(changes, name, receiver);
      if (typeof apply !== "function") return apply;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(apply, undefined, args);
        onChange();
        return result;
      };
    },
  });
}

function changesOf(world: () => World): OutOfBandChanges {
  const shareOf = (id: string) => requireFound(world().shares.get(id), `share ${id}`);
  const invitationOf = (id: string) => requireFound(world().invitations.get(id), `invitation ${id}`);
  const permissionOf = (name: string) => requireFound(world().permissions.get(name), `permission ${name}`);
  const touch = (share: Share) => {
    share.updatedAt = world().time;
  };
  const set = (share: Share, values: Partial<Share>) => {
    Object.assign(share, values);
    touch(share);
  };
  return {
    associate: (id, entities) => associateUnchecked(world(), shareOf(id), entities),
    disassociate: (id, ...entityIds) => {
      const share = shareOf(id);
      for (const entityId of entityIds)
        beginDisassociation(world(), requireFound(findLiveAssociation(share, entityId), `entity ${entityId}`));
    },
    deleteShare: (id) => beginDeletion(world(), shareOf(id)),
    rename: (id, name) => set(shareOf(id), { name }),
    allowExternalTargets: (id, allowed) => set(shareOf(id), { allowExternalTargets: allowed }),
    moveToGroup: (id, groupId) => set(shareOf(id), { groupId }),
    tag: (id, tags) => {
      for (const [key, value] of Object.entries(tags)) shareOf(id).tags.set(key, value);
    },
    untag: (id, ...keys) => {
      for (const key of keys) shareOf(id).tags.delete(key);
    },
    answerInvitation: (id, how) => invitationAnswers[how](world(), invitationOf(id)),
    replacePermission: (id, name) => {
      const [share, entry] = [shareOf(id), permissionOf(name)];
      share.permissions.set(entry.type, attachedPermission(entry));
      touch(share);
    },
    removePermission: (id, name) => {
      const share = shareOf(id);
      share.permissions.delete(permissionOf(name).type);
      touch(share);
    },
    newPermissionVersion: (name, version = {}) => addVersion(world(), permissionOf(name), version),
    failAssociation: (id, entityId, failure) =>
      applyFailure(world(), requireFound(findLiveAssociation(shareOf(id), entityId), `entity ${entityId}`), failure),
    planFailure: (entityId, failure) => {
      if (failure === undefined) world().failures.delete(entityId);
      else world().failures.set(entityId, PlannedFailure.parse(failure));
    },
    purge: (id, entityId) => {
      const share = shareOf(id);
      if (entityId === undefined) return world().removeShare(share);
      const past = [...share.associations].filter((association) => association.id === entityId && association.purgeAt !== undefined);
      for (const association of past) world().removeAssociation(association);
    },
    purgeInvitation: (id) => void world().invitations.delete(invitationOf(id).id),
    nextShareId: (id) => void world().nextShareIds.push(id),
    enableSharing: (id, enabled) => {
      requireFound(world().directories.get(id), `directory ${id}`).sharingEnabled = enabled;
    },
    settleNow: () => settleNow(world()),
  };
}

const invitationAnswers = { accept, reject, expire };

function associateUnchecked(world: World, share: Share, entities: Entities): void {
  const call: Call = { world, caller: world.account(share.owner), operation: "", request: {}, region: share.region };
  const byArn = (entities.resourceArns ?? []).map((arn) => {
    const { kind, id } = requireFound(readArn(call, arn), `resource type of ${arn}`);
    return { kind, id, arn };
  });
  const byId = (entities.resources ?? []).map(({ type, id }) => {
    const kind = requireFound(world.kinds.get(type), `resource type ${type}`);
    return { kind, id, arn: arnOf(kind, share.region ?? defaultRegion, share.owner, id) };
  });
  const targets = (entities.targets ?? []).map((id) => ({ kind: requireFound(targetKind(id), `target ${id}`), id }));
  const named: NamedEntities = { resources: [...byId, ...byArn], targets };
  if (targets.some((target) => isExternal(call, target))) share.allowExternalTargets = true;
  for (const [type, permission] of resolvePermissions(call, share, named)) share.permissions.set(type, permission);
  associate(call, share, named);
}

function addVersion(world: World, entry: PermissionEntry, { policy, isDefault = true }: { policy?: string; isDefault?: boolean }): string {
  const version = `v${entry.versions.length + 1}`;
  entry.versions.push({ version, policy: policy ?? entry.versions.at(-1)?.policy ?? "{}", createdAt: world.time });
  if (isDefault) entry.defaultVersion = version;
  return version;
}

function applyFailure(world: World, association: Association, failure: Partial<PlannedFailure> = {}): void {
  const planned = PlannedFailure.parse(failure);
  association.failures = failureDetails(association, planned, "Associate");
  association.updatedAt = world.time;
  if (!planned.partial) fail(world, association, planned.description, world.now);
}

function settleNow(world: World): void {
  for (const share of world.shares.values()) {
    for (const subject of [share, ...share.live.values()]) {
      if (!subject.due) continue;
      subject.due = { at: world.time };
      world.schedule(subject, subject.due);
    }
  }
  settle(world);
}

function findLiveAssociation(share: Share, id: string): Association | undefined {
  return [...share.live.values()].find((association) => association.id === id);
}

function requireFound<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the simulated world has no ${name}`);
  return value;
}
