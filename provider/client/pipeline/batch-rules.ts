import { AssociateResourceShare, DisassociateResourceShare } from "../../api/associations.ts";
import type { Association } from "../../api/entities.ts";
import { isAbout } from "../../api/error-codes.ts";
import { maxEntries, maxTags } from "../../api/parameters.ts";
import { TagResources, UntagResources } from "../../api/tags.ts";
import { ApiError } from "../../kernel/errors.ts";
import { canonicalJson } from "../../kernel/json.ts";
import type { Operation, RequestOf } from "../../wire/operation.ts";

/** How calls of one operation are merged into one request. */
export interface BatchRule<Request extends object = object, Response extends object = object> {
  /** Calls with equal keys may be batched; `undefined`: this call is sent on its own. */
  key(request: Request): string | undefined;
  /** Both requests as one; `undefined` when they do not fit into one call. */
  merge(one: Request, other: Request): Request | undefined;
  isFull(request: Request): boolean;
  /** The part of the batch's response that answers this request. */
  responseFor(request: Request, response: Response): Response;
}

/** An entry of the table: an operation's version and name, and its batching. */
function rule<Request extends object, Response extends object>(
  { name, version }: Operation<string, Request, Response>,
  batching: BatchRule<NoInfer<Request>, NoInfer<Response>>,
): readonly [string, BatchRule] {
  return [`${version} ${name}`, batching];
}

type Entities = Omit<RequestOf<typeof AssociateResourceShare>, "ResourceShareId" | "PermissionNames">;

const entities = {
  merge: mergedEntities,
  isFull: ({ Resources, ResourceArns, Targets }: Entities) =>
    Targets?.length === maxEntries && (Resources ?? ResourceArns)?.length === maxEntries,
  responseFor: (request: Entities, response: { ResourceShareAssociations?: Association[] | undefined }) => ({
    ...response,
    ResourceShareAssociations: response.ResourceShareAssociations?.filter((record) => isRequested(request, record)),
  }),
};

interface Tagged {
  readonly ResourceId: readonly string[];
}

const tags = {
  merge: <Request extends Tagged>(one: Request, other: Request) => {
    const ids = [...new Set([...one.ResourceId, ...other.ResourceId])];
    return ids.length <= maxTags ? { ...one, ResourceId: ids } : undefined;
  },
  isFull: ({ ResourceId }: Tagged) => ResourceId.length === maxTags,
  responseFor: <Response>(_: Tagged, response: Response) => response,
};

/**
 * The operations whose calls are batched. The others that write accept one item a call. Lists are paged, and a page token is valid for one
 * request only: the pollers list several shares in one request of their own (`provider/resources/share-pollers.ts`).
 */
const rules: ReadonlyMap<string, BatchRule> = new Map([
  // Up to five resources and five targets of one share. Permissions apply to the whole request, so batched calls must have the same ones.
  rule(AssociateResourceShare, {
    ...entities,
    key: ({ ResourceShareId, PermissionNames = [] }) => canonicalJson([ResourceShareId, PermissionNames.toSorted()]),
  }),
  // With the limits of AssociateResourceShare. A receiver that leaves a share (`OtherAccounts`) is not batched: its request can only contain itself.
  rule(DisassociateResourceShare, {
    ...entities,
    key: ({ ResourceShareId, ResourceOwner = "Self" }) => (ResourceOwner === "Self" ? ResourceShareId : undefined),
  }),
  // The same tags of up to twenty shares.
  rule(TagResources, { ...tags, key: ({ RegionId, Tag }) => canonicalJson([RegionId, Tag]) }),
  rule(UntagResources, {
    ...tags,
    key: ({ RegionId, TagKey, All = false }) => (All ? undefined : canonicalJson([RegionId, TagKey?.toSorted()])),
  }),
]);

/** The batching of an operation; `undefined` when its calls are not batched. */
export function batchRuleOf({ name, version }: Pick<Operation, "name" | "version">): BatchRule | undefined {
  return rules.get(`${version} ${name}`);
}

/** Whether all calls of a batch get the failure, instead of being sent again alone. */
export function failsAll(error: unknown, { idempotent }: Pick<Operation, "idempotent">): boolean {
  if (!(error instanceof ApiError) || error.category === "throttled") return true;
  // After an ambiguous failure of a write, each caller reads the actual state before it retries. Of other faults, only HTTP 500 may be due to
  // one of the entities: the service answers any other one to every call.
  if (error.category === "fault") return !idempotent || error.status !== 500;
  return !isAbout(error, "entity");
}

/** Both requests as one, with at most five entries in each list and each entity once; `undefined` when that is not possible. */
function mergedEntities<Request extends Entities>(one: Request, other: Request): Request | undefined {
  const lists = {
    Resources: concatenated(one.Resources, other.Resources),
    ResourceArns: concatenated(one.ResourceArns, other.ResourceArns),
    Targets: concatenated(one.Targets, other.Targets),
    TargetProperties: concatenated(one.TargetProperties, other.TargetProperties),
    ResourceProperties: concatenated(one.ResourceProperties, other.ResourceProperties),
    // A parameter that the operation gets does not compile until it is merged here, or is a part of the key.
  } satisfies { readonly [List in keyof Required<Entities>]: Entities[List] };
  const isTooLong = Object.values(lists).some((list) => list !== undefined && list.length > maxEntries);
  const namesResourcesInTwoWays = lists.Resources !== undefined && lists.ResourceArns !== undefined;
  const names = [...entityNamesOf(one), ...entityNamesOf(other)];
  const fits = !isTooLong && !namesResourcesInTwoWays && new Set(names).size === names.length;
  return fits ? { ...one, ...lists } : undefined;
}

function entityNamesOf({ Resources = [], ResourceArns = [], Targets = [], ResourceProperties = [] }: Entities): string[] {
  const described = ResourceProperties.map(({ ResourceArn }) => ResourceArn);
  return [...Resources.map(({ ResourceId }) => ResourceId), ...new Set([...ResourceArns, ...described]), ...Targets];
}

/** Whether a record answers the request: the service identifies a resource by its id, and sometimes also by its ARN. */
function isRequested(request: Entities, { AssociationType, EntityId, ResourceArn }: Association): boolean {
  if (AssociationType === "Target") return request.Targets?.includes(EntityId) ?? false;
  return entityNamesOf({ ...request, Targets: [] }).some(
    (name) => name === ResourceArn || name === EntityId || name.endsWith(`/${EntityId}`),
  );
}

function concatenated<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): T[] | undefined {
  return one === undefined && other === undefined ? undefined : [...(one ?? []), ...(other ?? [])];
}
