import { sharing } from "../../provider/api/operations.ts";
import { acceptingKinds, kindsWith } from "../../provider/resources/kinds.ts";
import { maxEntries } from "../../provider/api/parameters.ts";
import { isCreated, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { Contribution } from "../../access/diff/shares/contribution.ts";
import { nonEmptyText } from "../../access/untyped-values.ts";
import type { ShareKeys } from "../../access/diff/shares/share-keys.ts";
import { type Parts, partsOf, type ShareChange, without } from "./share-change.ts";
import { tagCallsOf } from "./tag-call-counts.ts";
import { total } from "./total.ts";

type OperationName = keyof typeof sharing;
/** The operations that no resource calls: a preview does not show the functions that do. */
type UncountedName = "RejectResourceShareInvitation";
type ChangingName = { [Name in OperationName]: (typeof sharing)[Name]["reads"] extends true ? never : Name }[OperationName];
/** The operations that resources change something with. A new one does not compile until it is counted, or among the uncounted ones. */
type WriteName = Exclude<ChangingName, UncountedName>;

export type CallCounts = ReadonlyMap<OperationName, number>;

/**
 * Returns the fewest calls that change something in an update: batches are as full as they can be, and no call is repeated.
 * An acceptance counts also where the directory shares without an invitation, and an activation also where it is done: a preview knows neither.
 * Three kinds of calls are not counted: reads, whose number depends on how long the service takes; calls that depend on what the service
 * holds, as for an adopted or exclusive share; and calls that only change a property of a target or resource.
 *
 * @param shares What happens to each share.
 * @param resources All resources of the update.
 * @param keys The shares that resources belong to.
 */
export function writeCallsOf(shares: readonly ShareChange[], resources: readonly PlannedResource[], keys: ShareKeys): CallCounts {
  const number = (kinds: readonly string[], isCounted: (resource: PlannedResource) => boolean) =>
    resources.filter((resource) => kinds.includes(resource.kind) && !resource.isRetained && isCounted(resource)).length;
  const isNew = (resource: PlannedResource) => isCreated(resource) && resource.after?.inputs["adopt"] === undefined;
  const ofShares = shares.map((share) => callsOf(share));
  const sum = (operation: OperationName) => total(ofShares.map((calls) => calls[operation] ?? 0));
  const tags = tagCallsOf(resources, keys);
  const left = number(acceptingKinds, ({ operation, before }) => operation === "delete" && before?.inputs["leaveOnDelete"] !== false);
  const counts: Readonly<Record<WriteName, number>> = {
    CreateResourceShare: sum("CreateResourceShare"),
    UpdateResourceShare: sum("UpdateResourceShare"),
    ChangeResourceGroup: number(kindsWith("resourceGroupId"), isMoved),
    DeleteResourceShare: sum("DeleteResourceShare"),
    AssociateResourceShare: sum("AssociateResourceShare"),
    DisassociateResourceShare: sum("DisassociateResourceShare") + left,
    AssociateResourceSharePermission: sum("AssociateResourceSharePermission"),
    DisassociateResourceSharePermission: sum("DisassociateResourceSharePermission"),
    TagResources: tags.tagging,
    UntagResources: tags.untagging,
    AcceptResourceShareInvitation: number(acceptingKinds, isNew),
    EnableSharingWithResourceDirectory: number(["DirectorySharing"], isNew),
  };
  // `Object.entries` types every name as a text.
  const entries = Object.entries(counts) as [WriteName, number][];
  return new Map(entries.filter(([, count]) => count > 0));
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
  // The call that creates a share adds its first parts, and a deleted share takes its own parts with it.
  const isOwn = ({ resource }: Contribution) => resource === share;
  const first = partsOf(isCreated ? after.filter(isOwn) : []);
  const rest = (part: keyof Parts) => added[part].size - Math.min(maxEntries, first[part].size);
  const taken = without(removed, partsOf(isDeleted ? before.filter(isOwn) : []));
  return {
    CreateResourceShare: isCreated ? 1 : 0,
    UpdateResourceShare: share?.operation === "update" ? updatesOf(share) : 0,
    DeleteResourceShare: isDeleted ? 1 : 0,
    AssociateResourceShare: batches(rest("resources"), rest("targets")),
    DisassociateResourceShare: batches(taken.resources.size, taken.targets.size),
    AssociateResourceSharePermission: rest("permissions"),
    DisassociateResourceSharePermission: taken.permissions.size,
  };
}

/** A call takes five resources and five targets. */
function batches(resources: number, targets: number): number {
  return Math.ceil(Math.max(resources, targets) / maxEntries);
}

/** A new name and the opening for external targets are one call; the closing is another, because external targets leave before it. */
function updatesOf({ before, after }: PlannedResource): number {
  const [held, wanted] = [before?.inputs ?? {}, after?.inputs ?? {}];
  const name = nonEmptyText(wanted["name"]);
  const [wasOpen, isOpen] = [held["allowExternalTargets"] === true, wanted["allowExternalTargets"]];
  const isRenamed = name !== undefined && name !== held["name"];
  const closes = wasOpen && (isOpen === undefined || isOpen === false);
  return Number(isRenamed || (isOpen === true && !wasOpen)) + Number(closes);
}

/** Whether a share moves to another resource group. */
function isMoved({ operation, before, after }: PlannedResource): boolean {
  const group = nonEmptyText(after?.inputs["resourceGroupId"]);
  return (
    operation === "update" && group !== undefined && group !== (before?.outputs["resourceGroupId"] ?? before?.inputs["resourceGroupId"])
  );
}
