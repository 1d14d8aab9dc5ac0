import { AssociateResourceShare, DisassociateResourceShare } from "../../api/associations.ts";
import type { Association } from "../../api/entities.ts";
import { judge } from "../../api/errors.ts";
import { maxEntries, maxTags } from "../../api/parameters.ts";
import { ListResourceShares } from "../../api/shares.ts";
import { TagResources, UntagResources } from "../../api/tags.ts";
import { ApiError } from "../../kernel/errors.ts";
import { canonicalJson, sameJson } from "../../kernel/json.ts";
import type { Operation, RequestOf } from "../../wire/operation.ts";

/** Whom a failure of a batch is about. */
export type FailureScope =
  | "all" // everybody would have got it alone
  | "one" // one of them, or some: the batch is split until it is known
  | "perhaps" // one of them, or everybody until something is done: the batch is split once, and who fails again comes back later
  | "each"; // nobody knows: each goes alone

/** How calls of one operation travel together. */
export interface BatchRule<Request extends object = object, Response extends object = object> {
  /** How long a batch waits for the next call, in milliseconds. */
  readonly idleMs: number;
  /** Calls with equal texts may travel together; `undefined` says that this one travels alone. */
  key(request: Request): string | undefined;
  /** Both requests as one; `undefined` when they do not fit. */
  merge(one: Request, other: Request): Request | undefined;
  isFull(request: Request): boolean;
  /** What of the answer is for the one who asked; `undefined` when nobody can tell. */
  responseFor(request: Request, response: Response): Response | undefined;
  /** What the service may call the entities of a request. */
  entityNames(request: Request): readonly string[];
  failureScope(error: unknown): FailureScope;
}

/** A row of the table: an operation, and how its calls travel together. */
function rule<Request extends object, Response extends object>(
  operation: Operation<string, Request, Response>,
  batching: Omit<BatchRule<NoInfer<Request>, NoInfer<Response>>, "failureScope">,
): readonly [string, BatchRule] {
  const { repeatable } = operation;
  return [`${operation.version} ${operation.name}`, { ...batching, failureScope: (error) => failureScopeOf(error, repeatable) }];
}

type Associating = RequestOf<typeof AssociateResourceShare>;
type Entities = Pick<Associating, "Resources" | "ResourceArns" | "Targets" | "ResourceProperties">;

const entities = {
  idleMs: 25,
  isFull: ({ Resources, ResourceArns, Targets }: Entities) =>
    Targets?.length === maxEntries && (Resources ?? ResourceArns)?.length === maxEntries,
  entityNames: entityNamesOf,
  responseFor: (request: Entities, answer: { ResourceShareAssociations?: Association[] | undefined }) => ({
    ...answer,
    ResourceShareAssociations: answer.ResourceShareAssociations?.filter((record) => isRequested(request, record)),
  }),
};

/**
 * The operations whose calls travel together. The others take one thing a call: one share (Create, Update, Delete, ChangeResourceGroup), one
 * permission of one share, one invitation, one directory. Lists of associations, invitations and what is shared have pages, whose tokens serve one
 * question only: whoever asks for several shares asks for all of them in one question (`lifecycle/polling/share-pollers.ts`).
 */
const rules: ReadonlyMap<string, BatchRule> = new Map([
  // Five resources and five targets of one share. Permissions are for the share, so that calls must agree about them.
  rule(AssociateResourceShare, {
    ...entities,
    key: ({ ResourceShareId, PermissionNames = [] }) => canonicalJson([ResourceShareId, PermissionNames.toSorted()]),
    merge: (one, other) => {
      const joined = joinedEntities(one, other);
      const TargetProperties = concatenated(one.TargetProperties, other.TargetProperties);
      const ResourceProperties = concatenated(one.ResourceProperties, other.ResourceProperties);
      const fits = within(maxEntries, TargetProperties, ResourceProperties);
      return joined && fits ? { ...one, ...joined, TargetProperties, ResourceProperties } : undefined;
    },
  }),
  // The same for what leaves a share; a receiver who leaves it names itself, and alone.
  rule(DisassociateResourceShare, {
    ...entities,
    key: ({ ResourceShareId, ResourceOwner = "Self" }) => (ResourceOwner === "Self" ? ResourceShareId : undefined),
    merge: (one, other) => {
      const joined = joinedEntities(one, other);
      return joined && { ...one, ...joined };
    },
  }),
  // Twenty shares and twenty tags: the same tags of several shares, or several tags of the same shares.
  rule(TagResources, {
    idleMs: 25,
    key: ({ RegionId }) => RegionId,
    merge: (one, other) => {
      const ids = joinedIds(one, other, sameJson(one.Tag, other.Tag));
      if (ids) return { ...one, ResourceId: ids };
      const Tag = [...one.Tag, ...other.Tag];
      const fits = sameSet(one.ResourceId, other.ResourceId) && areDifferent(Tag.map(({ Key }) => Key)) && Tag.length <= maxTags;
      return fits ? { ...one, Tag } : undefined;
    },
    isFull: ({ ResourceId, Tag }) => ResourceId.length === maxTags && Tag.length === maxTags,
    entityNames: ({ ResourceId, Tag }) => [...ResourceId, ...Tag.map(({ Key }) => Key)],
    responseFor: (_, answer) => answer,
  }),
  rule(UntagResources, {
    idleMs: 25,
    key: ({ RegionId, All = false }) => (All ? undefined : RegionId),
    merge: (one, other) => {
      const [keys = [], others = []] = [one.TagKey, other.TagKey];
      const ids = joinedIds(one, other, sameSet(keys, others));
      if (ids) return { ...one, ResourceId: ids };
      const TagKey = [...keys, ...others];
      const fits = sameSet(one.ResourceId, other.ResourceId) && areDifferent(TagKey) && TagKey.length <= maxTags;
      return fits ? { ...one, TagKey } : undefined;
    },
    isFull: ({ ResourceId, TagKey }) => ResourceId.length === maxTags && TagKey?.length === maxTags,
    entityNames: ({ ResourceId, TagKey = [] }) => [...ResourceId, ...TagKey],
    responseFor: (_, answer) => answer,
  }),
  // Five shares by their ids, when the answer is one page.
  rule(ListResourceShares, {
    idleMs: 5,
    key: ({ ResourceShareIds = [], NextToken, MaxResults = maxEntries, ...rest }) =>
      ResourceShareIds.length > 0 && NextToken === undefined && MaxResults >= maxEntries ? canonicalJson([rest, MaxResults]) : undefined,
    merge: (one, other) => {
      const ResourceShareIds = [...new Set([...(one.ResourceShareIds ?? []), ...(other.ResourceShareIds ?? [])])];
      return ResourceShareIds.length <= maxEntries ? { ...one, ResourceShareIds } : undefined;
    },
    isFull: ({ ResourceShareIds }) => ResourceShareIds?.length === maxEntries,
    entityNames: ({ ResourceShareIds = [] }) => ResourceShareIds,
    responseFor: ({ ResourceShareIds = [] }, answer) =>
      answer.NextToken
        ? undefined
        : { ...answer, ResourceShares: answer.ResourceShares?.filter(({ ResourceShareId: id }) => ResourceShareIds.includes(id)) },
  }),
]);

/** How the calls of an operation travel together, when they do. */
export function batchRuleOf({ name, version }: Pick<Operation, "name" | "version">): BatchRule | undefined {
  return rules.get(`${version} ${name}`);
}

/** What is wrong with the share or with the caller is wrong for all; anything else that is refused may be one entity's fault. */
const aboutAll =
  /^(EntityNotExists\.ResourceShare|InvalidParameter\.ResourceShareId|ResourceShareStatusMismatchAction|InvalidParameter\.RegionId|ConcurrentExecutionError)$/;
const aboutCaller = /^(Signature|InvalidAccessKeyId|InvalidSecurityToken|InvalidTimeStamp|InvalidAction)/;

function failureScopeOf(error: unknown, repeatable: boolean): FailureScope {
  if (!(error instanceof ApiError) || aboutAll.test(error.code) || aboutCaller.test(error.code)) return "all";
  switch (error.category) {
    case "throttled":
      return "all";
    case "fault":
      // What may have been carried out is looked up by each caller before it is done again.
      return repeatable && error.status === 500 ? "each" : "all";
    default:
      return judge(error.code, error.status).inProgress ? "perhaps" : "one";
  }
}

function joinedEntities(one: Entities, other: Entities): Omit<Entities, "ResourceProperties"> | undefined {
  const Resources = concatenated(one.Resources, other.Resources);
  const ResourceArns = concatenated(one.ResourceArns, other.ResourceArns);
  const Targets = concatenated(one.Targets, other.Targets);
  const fits = within(maxEntries, Resources, ResourceArns, Targets) && (Resources === undefined || ResourceArns === undefined);
  return fits && areDifferent([...entityNamesOf(one), ...entityNamesOf(other)]) ? { Resources, ResourceArns, Targets } : undefined;
}

function entityNamesOf({ Resources = [], ResourceArns = [], Targets = [], ResourceProperties = [] }: Entities): string[] {
  const described = ResourceProperties.map(({ ResourceArn }) => ResourceArn);
  return [...Resources.map(({ ResourceId }) => ResourceId), ...new Set([...ResourceArns, ...described]), ...Targets];
}

/** An answer names a resource by its id and perhaps by its ARN. */
function isRequested(request: Entities, { AssociationType, EntityId, ResourceArn }: Association): boolean {
  if (AssociationType === "Target") return request.Targets?.includes(EntityId) ?? false;
  return entityNamesOf({ ...request, Targets: [] }).some(
    (name) => name === ResourceArn || name === EntityId || name.endsWith(`/${EntityId}`),
  );
}

function joinedIds(one: Tagged, other: Tagged, haveSameTags: boolean): string[] | undefined {
  const ids = [...new Set([...one.ResourceId, ...other.ResourceId])];
  return haveSameTags && ids.length <= maxTags ? ids : undefined;
}

interface Tagged {
  readonly ResourceId: readonly string[];
}

function concatenated<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): T[] | undefined {
  return one === undefined && other === undefined ? undefined : [...(one ?? []), ...(other ?? [])];
}

function within(most: number, ...lists: readonly (readonly unknown[] | undefined)[]): boolean {
  return lists.every((list) => list === undefined || list.length <= most);
}

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text) => other.includes(text));
}
