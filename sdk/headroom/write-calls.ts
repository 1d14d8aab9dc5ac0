import { sharing } from "../../provider/api/operations.ts";
import { maxEntries, maxTags } from "../../provider/api/parameters.ts";
import { isCreated, type PlannedResource } from "../access/diff/planned-resource.ts";
import { textsOf } from "../access/values.ts";
import { type Entities, entitiesOf, type ShareChange, without } from "./share-change.ts";

type OperationName = keyof typeof sharing;

/** Numbers of calls by operation. */
export type CallCounts = ReadonlyMap<OperationName, number>;

type IsCounted = (resource: PlannedResource) => boolean;

const isChanged: IsCounted = (resource) => isCreated(resource) || resource.operation === "update";
const isRemoved: IsCounted = ({ operation }) => operation === "delete";

/**
 * Returns the fewest calls that change something in an update: batches are as full as they can be, and no call is repeated.
 * Reads are not counted, because their number depends on how long the service takes.
 *
 * @param shares What happens to each share.
 * @param resources All resources of the update.
 */
export function writeCallsOf(shares: readonly ShareChange[], resources: readonly PlannedResource[]): CallCounts {
  const number = (kind: string, isCounted: IsCounted) =>
    resources.filter((resource) => resource.kind === kind && !resource.isRetained && isCounted(resource)).length;
  const ofShares = shares.map((share) => callsOf(share));
  const created = total(ofShares, "CreateResourceShare");
  const counts: readonly (readonly [OperationName, number])[] = [
    ["CreateResourceShare", created],
    ["UpdateResourceShare", total(ofShares, "UpdateResourceShare")],
    ["DeleteResourceShare", total(ofShares, "DeleteResourceShare")],
    ["AssociateResourceShare", total(ofShares, "AssociateResourceShare")],
    ["DisassociateResourceShare", total(ofShares, "DisassociateResourceShare")],
    ["AssociateResourceSharePermission", total(ofShares, "AssociateResourceSharePermission") + number("SharePermission", isChanged)],
    ["DisassociateResourceSharePermission", number("SharePermission", isRemoved)],
    ["TagResources", Math.ceil(number("ShareTags", isChanged) / maxTags)],
    // The end of a creation removes the create tag.
    ["UntagResources", Math.ceil((created + number("ShareTags", isRemoved)) / maxTags)],
    ["AcceptResourceShareInvitation", number("InvitationAcceptor", isCreated)],
    ["EnableSharingWithResourceDirectory", number("DirectorySharing", ({ operation }) => operation === "create")],
  ];
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The fewest seconds that calls take at the service's limits. The first window of calls of an operation passes at once. */
export function secondsAtLimits(calls: CallCounts): number {
  const seconds = [...calls].map(([operation, count]) => {
    const { limit } = sharing[operation];
    return limit === undefined ? 0 : ((Math.ceil(count / limit.calls) - 1) * limit.windowMs) / 1000;
  });
  return Math.max(0, ...seconds);
}

type ShareCalls = Readonly<Partial<Record<OperationName, number>>>;

function callsOf({ planned, isCreated, isDeleted, added, removed }: ShareChange): ShareCalls {
  const { share, before, after } = planned;
  // The call that creates a share associates its first entities, and a deleted share takes its own entities with it.
  const isOwn = (resource: PlannedResource) => resource === share;
  const first = isCreated ? entitiesOf(after.filter(({ resource }) => isOwn(resource))) : undefined;
  const gone = isDeleted ? entitiesOf(before.filter(({ resource }) => isOwn(resource))) : undefined;
  return {
    CreateResourceShare: isCreated ? 1 : 0,
    UpdateResourceShare: share?.operation === "update" && isRenamedOrOpened(share) ? 1 : 0,
    DeleteResourceShare: isDeleted ? 1 : 0,
    AssociateResourceShare: batches(added, first),
    DisassociateResourceShare: batches(gone === undefined ? removed : without(removed, gone)),
    AssociateResourceSharePermission: share?.operation === "update" ? newPermissions(share) : 0,
  };
}

function isRenamedOrOpened({ before, after }: PlannedResource): boolean {
  return (["name", "allowExternalTargets"] as const).some((name) => before?.inputs[name] !== after?.inputs[name]);
}

function newPermissions({ before, after }: PlannedResource): number {
  const held = new Set(textsOf(before?.inputs["permissionNames"]));
  return textsOf(after?.inputs["permissionNames"]).filter((name) => !held.has(name)).length;
}

/** Five resources and five targets to a call; `first` are those of which another call takes as many. */
function batches({ resources, targets }: Entities, first?: Entities): number {
  const rest = (all: ReadonlyMap<string, unknown>, some: ReadonlyMap<string, unknown> | undefined) =>
    all.size - Math.min(maxEntries, some?.size ?? 0);
  return Math.ceil(Math.max(rest(resources, first?.resources), rest(targets, first?.targets)) / maxEntries);
}

function total(all: readonly ShareCalls[], operation: OperationName): number {
  return all.reduce((sum, calls) => sum + (calls[operation] ?? 0), 0);
}
