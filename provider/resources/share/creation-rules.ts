import type { Association, Permission, ResourceShare } from "../../api/entities.ts";
import { digest } from "../../kernel/ids.ts";
import { neutralUrn } from "../../kernel/type-tokens.ts";
import { visibilityMs } from "../../lifecycle/retry-until.ts";
import { entitiesOf, isRecordOf } from "../association/entities.ts";
import type { EntityLists } from "../association/entity-inputs.ts";
import { isAssociated } from "../association/association-output.ts";
import { createTagKey, isReservedKey, leaseKey, type Tags } from "../tags/tag-calls.ts";

/** How often a process renews the lease of the shares that it is creating, in milliseconds. */
export const renewalMs = 5_000;
/**
 * How long a process observes the creation of another process before it counts as interrupted, in milliseconds.
 * It is twice the renewal interval, and the longest delay of lists.
 */
export const observationMs = 2 * renewalMs + visibilityMs;
/** How long after a read of its own create tag a process may begin to remove the tags, in milliseconds. */
export const writeMs = 10_000;
/**
 * How long after a read of its own create tag a process must know that the tags are removed, in milliseconds.
 * It allows for the last call (`writeMs`, and twice `lastCallMs`), and for a read after a lost response.
 */
export const finishMs = 20_000;
/**
 * How long after its write a process that resumes a creation reads the create tag, in milliseconds.
 * The previous creator may have read its own tag before that write, because a list is late by up to `visibilityMs`.
 * It removes the tags within `finishMs` of its read, and a list shows that after another `visibilityMs`.
 */
export const confirmationMs = 2 * visibilityMs + finishMs;

/** The digests that the create tag of a resource may have. */
export interface CreationDigests {
  readonly own: string;
  /** The digest of versions and programs that do not know where the state is stored; such a tag names no creator. */
  readonly older: string;
}

/** Returns the digests of a resource's URN, with and without the place where the state is stored; they are the same in both bindings. */
export function creationDigests(registeredUrn: string, origin: string | undefined): CreationDigests {
  const urn = neutralUrn(registeredUrn);
  return { own: digest(origin === undefined ? urn : `${origin}\n${urn}`), older: digest(urn) };
}

/** Returns the value of the create tag: the digest of the resource, and the process that creates the share. */
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
  /** The lease; `undefined` when the share is not being created any more, or for a tag of an older version. */
  readonly lease: string | undefined;
}

/** Parses the creation tags of a share; returns `undefined` when it has no create tag. */
export function taggedShare(share: ResourceShare): TaggedShare | undefined {
  const valueOf = (key: string) => share.Tags?.find(({ Key }) => Key === key)?.Value;
  const tag = valueOf(createTagKey);
  if (tag === undefined) return undefined;
  const dot = tag.indexOf(".");
  const [digestOfTag, creator] = dot < 0 ? [tag, undefined] : [tag.slice(0, dot), tag.slice(dot + 1)];
  return { share, tag, digest: digestOfTag, creator, lease: valueOf(leaseKey) };
}

/** Returns whether a tagged share belongs to the creation of a resource; the process that began it does not matter. */
export function isOfCreation({ digest: found, creator }: TaggedShare, { own, older }: CreationDigests): boolean {
  return found === own || (creator === undefined && found === older);
}

/** Two reads of a share that another process is creating. */
export interface Observation {
  readonly first: TaggedShare;
  /** The latest read of the share; `undefined` when it has no create tag any more, or is gone. */
  readonly now: TaggedShare | undefined;
  /** The time since the first read, in milliseconds. */
  readonly observedMs: number;
}

/**
 * Returns whether a creation is still in progress: it counts as interrupted if tag and lease stay the same for the whole observation.
 * A list that does not show the share may be older than its creation, for as long as lists lag (assumption S-visibility).
 */
export function livenessOf({ first, now, observedMs }: Observation): "alive" | "interrupted" | "unknown" {
  if (now === undefined && observedMs < visibilityMs) return "unknown";
  if (now?.tag !== first.tag || now.lease !== first.lease) return "alive";
  return observedMs >= observationMs ? "interrupted" : "unknown";
}

/**
 * Returns whether a process owns a creation that it resumes, from the read that follows its write of the create tag.
 *
 * - `finished`: the lease is gone, so the previous creator had removed both tags before that write.
 * - `alive`: another process has renewed the lease, removed the tags or written its own create tag.
 *
 * @param lease the lease in the read that allowed the write
 */
export function resumptionOf(now: TaggedShare | undefined, tag: string, lease: string | undefined): "own" | "finished" | "alive" {
  if (now?.tag !== tag) return "alive";
  if (now.lease === undefined) return "finished";
  return now.lease === lease ? "own" : "alive";
}

/** The desired state of a share. */
export interface WantedShare extends EntityLists {
  readonly name: string;
  readonly allowExternalTargets?: boolean | undefined;
  readonly resourceGroupId?: string | undefined;
  readonly tags?: Tags | undefined;
}

/** The actual state of a share: its record, associations and permissions. */
export interface ActualShare {
  readonly share: ResourceShare;
  readonly associations: readonly Association[];
  readonly permissions: readonly Permission[];
}

/** Returns all differences between a share and what a creation for this program can have made. If there are none, it may be resumed. */
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
    ...(share.Tags?.some(({ Key }) => Key === leaseKey) === true ? [] : [`it has no tag ${leaseKey}, so no creation of it is in progress`]),
    ...(wanted.resourceGroupId === undefined || wanted.resourceGroupId === share.ResourceGroupId
      ? []
      : [`it is in the resource group ${share.ResourceGroupId ?? ""} and not in ${wanted.resourceGroupId}`]),
    ...(share.AllowExternalTargets === true && wanted.allowExternalTargets !== true ? ["it allows external targets"] : []),
    ...associations
      .filter((record) => isAssociated(record) && !entities.some((entity) => isRecordOf(entity, record)))
      .map(({ AssociationType, EntityType = "", EntityId }) =>
        AssociationType === "Target" ? `it has the target ${EntityId}` : `it has the resource ${EntityType} ${EntityId}`,
      ),
    // The service attaches a type's default permission on its own.
    ...permissions
      .filter(({ PermissionName, DefaultPermission }) => DefaultPermission !== true && !wanted.permissionNames?.includes(PermissionName))
      .map(({ PermissionName }) => `it has the permission ${PermissionName}`),
    ...tags
      .filter(({ Key, Value }) => !Object.hasOwn(wanted.tags ?? {}, Key) || wanted.tags?.[Key] !== (Value ?? ""))
      .map(({ Key, Value }) => `it has the tag ${Key}=${Value ?? ""}`),
  ];
}
