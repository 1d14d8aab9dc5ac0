import type { Association, Permission, ResourceShare } from "../../api/entities.ts";
import { digest } from "../../kernel/ids.ts";
import { visibilityMs } from "../../lifecycle/retry-until.ts";
import { entitiesOf, type EntityLists, isRecordOf } from "../association/entities.ts";
import { isAssociated } from "../association/association-output.ts";
import { createTagKey, isReservedKey, leaseKey, type Tags } from "../tags/tag-calls.ts";

/** How often a process renews the lease of the shares that it is creating, in milliseconds. */
export const renewalMs = 5_000;
/** For how long a creation of another host is observed before it counts as interrupted: twice the renewal, and what lists may lag. */
export const observationMs = 2 * renewalMs + visibilityMs;
/** How long after the beginning of the read that allowed it a write to the create tag may still be sent, in milliseconds: two slow answers. */
export const writeMs = 10_000;
/**
 * How long a take-over waits before it believes its own tag. Another process may have read the tag before that was written (a list lags by `visibilityMs`), and
 * writes at most `writeMs` after it has read; that write shows here `visibilityMs` later.
 */
export const confirmationMs = 2 * visibilityMs + writeMs;

/** The digests that the create tag of a resource may have. */
export interface CreationDigests {
  readonly own: string;
  /** That of versions and programs that do not know where the state is kept; such a tag names no creator. */
  readonly older: string;
}

export function creationDigests(urn: string, origin: string | undefined): CreationDigests {
  return { own: digest(origin === undefined ? urn : `${origin}\n${urn}`), older: digest(urn) };
}

export function createTagValue(own: string, creator: string): string {
  return `${own}.${creator}`;
}

/** A share with a create tag. */
export interface TaggedShare {
  readonly share: ResourceShare;
  /** The value of the create tag. */
  readonly tag: string;
  readonly digest: string;
  /** The process that creates the share; `undefined` for a tag of an older version. */
  readonly creator: string | undefined;
  readonly lease: string | undefined;
}

/** What the tags of a share say of its creation; `undefined` when it has no create tag. */
export function taggedShare(share: ResourceShare): TaggedShare | undefined {
  const valueOf = (key: string) => share.Tags?.find(({ Key }) => Key === key)?.Value;
  const tag = valueOf(createTagKey);
  if (tag === undefined) return undefined;
  const dot = tag.indexOf(".");
  const [digestOfTag, creator] = dot < 0 ? [tag, undefined] : [tag.slice(0, dot), tag.slice(dot + 1)];
  return { share, tag, digest: digestOfTag, creator, lease: valueOf(leaseKey) };
}

/** Whether a tagged share belongs to the creation of a resource, whichever process began it. */
export function isOfCreation({ digest: found, creator }: TaggedShare, { own, older }: CreationDigests): boolean {
  return found === own || (creator === undefined && found === older);
}

/** What was seen of a creation that another process began. */
export interface Observation {
  readonly first: TaggedShare;
  /** The same share as it is now; `undefined` when it has no create tag any more, or is gone. */
  readonly now: TaggedShare | undefined;
  /** How long it has been observed. */
  readonly observedMs: number;
  /** For how long its creator is known to have ended; `undefined` while it is not. */
  readonly endedMs: number | undefined;
}

/**
 * Whether a creation is still in progress. Of a creator that has ended the last writes show `visibilityMs` later at most, a renewal of its lease among them;
 * of any other, tag and lease must stay as they are for the whole observation.
 */
export function livenessOf({ first, now, observedMs, endedMs }: Observation): "alive" | "interrupted" | "unknown" {
  if (now?.tag !== first.tag) return "alive";
  if (endedMs !== undefined) return endedMs >= visibilityMs ? "interrupted" : "unknown";
  if (now.lease !== first.lease) return "alive";
  return observedMs >= observationMs ? "interrupted" : "unknown";
}

/**
 * What the creator of a share reads before it takes the create tag off. A tag that is gone was taken off by a person, unless so much time has passed since the
 * creation was last known to be its own that another process can have taken it over and finished it.
 */
export function ownershipOf(found: TaggedShare | undefined, tag: string, unprovenMs: number): "own" | "untagged" | "taken" {
  if (found?.tag === tag) return "own";
  return found === undefined && unprovenMs < observationMs + confirmationMs ? "untagged" : "taken";
}

/** What a program wants of a share. */
export interface WantedShare extends EntityLists {
  readonly name: string;
  readonly allowExternalTargets?: boolean | undefined;
  readonly resourceGroupId?: string | undefined;
  readonly tags?: Tags | undefined;
}

/** What is in a share. */
export interface ActualShare {
  readonly share: ResourceShare;
  readonly associations: readonly Association[];
  readonly permissions: readonly Permission[];
}

/** Everything by which a share differs from what a creation for this program can have made; nothing when it may be resumed. */
export function differencesOf(actual: ActualShare, wanted: WantedShare, caller: string | undefined): string[] {
  const { share, associations, permissions } = actual;
  const entities = entitiesOf(wanted);
  const { ResourceShareOwner: owner, ResourceShareName: name } = share;
  const tags = (share.Tags ?? []).filter(({ Key }) => Key !== createTagKey && Key !== leaseKey && !isReservedKey(Key));
  return [
    ...(owner === undefined ? ["its owner is not known"] : []),
    ...(caller === undefined ? ["the account of the credentials is not known (`stsEndpoint`)"] : []),
    ...(owner !== undefined && caller !== undefined && owner !== caller
      ? [`it belongs to account ${owner}, and the credentials to account ${caller}`]
      : []),
    ...(name === wanted.name ? [] : [`its name is "${name ?? ""}" and not "${wanted.name}"`]),
    ...(share.AllowExternalTargets === true && wanted.allowExternalTargets !== true ? ["it allows external targets"] : []),
    ...associations
      .filter((record) => isAssociated(record) && !entities.some((entity) => isRecordOf(entity, record)))
      .map(({ AssociationType, EntityType = "", EntityId }) =>
        AssociationType === "Target" ? `it has the target ${EntityId}` : `it has the resource ${EntityType} ${EntityId}`,
      ),
    // The service attaches a type's default permission by itself.
    ...permissions
      .filter(({ PermissionName, DefaultPermission }) => DefaultPermission !== true && !wanted.permissionNames?.includes(PermissionName))
      .map(({ PermissionName }) => `it has the permission ${PermissionName}`),
    ...tags
      .filter(({ Key, Value }) => !Object.hasOwn(wanted.tags ?? {}, Key) || wanted.tags?.[Key] !== (Value ?? ""))
      .map(({ Key, Value }) => `it has the tag ${Key}=${Value ?? ""}`),
  ];
}
