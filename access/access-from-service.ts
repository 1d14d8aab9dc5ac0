import { ListResourceShareAssociations, ListSharedResources, ListSharedTargets } from "../provider/api/associations.ts";
import { type Association, isExistingShare, type ResourceShare } from "../provider/api/entities.ts";
import { failedWith } from "../provider/api/error-codes.ts";
import { ListResourceShareInvitations } from "../provider/api/invitations.ts";
import { maxEntries } from "../provider/api/parameters.ts";
import { ListResourceShares } from "../provider/api/shares.ts";
import type { Client } from "../provider/client/client.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { chunks } from "../provider/kernel/ids.ts";
import { parseJson } from "../provider/kernel/json.ts";
import { isAssociated } from "../provider/resources/association/association-output.ts";
import { newestOf } from "../provider/resources/association/entities.ts";
import { hasCreateTag } from "../provider/resources/tags/tag-calls.ts";
import { permissionsOfShares } from "./share-permissions.ts";
import { propertyOf } from "./properties.ts";
import {
  type AccessReading,
  type Associated,
  type Resource,
  resourceOf,
  type ShareSnapshot,
  type Target,
  targetOf,
} from "./share-snapshot.ts";

/** The side of sharing: shares that the account owns (`given`), or shares of other accounts (`received`). */
export type Side = "given" | "received";

/** A share of the account with its associations, as the service lists it. */
export interface OwnedShare {
  readonly share: ResourceShare;
  /** The newest record of each entity that is associated or being associated. */
  readonly associated: readonly Association[];
  /** The newest record of each entity whose association failed. */
  readonly failed: readonly Association[];
}

const owners = { given: "Self", received: "OtherAccounts" } as const;

/**
 * Reads the shares that an account owns, or the shares of other accounts, in the client's region. It makes as few calls as the operations
 * allow: two for each hundred shares and one for each hundred associations. Permission names cost one call for each share or one for each
 * permission, whichever is less.
 *
 * @param extent Which permissions of own shares to read: all, or those of types with resources in the share.
 * @example
 * const { snapshots, remarks } = await readAccess(client, "given");
 */
export function readAccess(client: Client, side: Side, extent: Extent = "in use"): Promise<AccessReading> {
  return side === "given" ? readGiven(client, extent) : readReceived(client);
}

type Extent = "all" | "in use";

/**
 * Reads the active and pending shares of the account with their associations.
 *
 * @param ids The ids of the shares to read, or all.
 * @throws InputError when a share of `ids` does not exist.
 */
export async function ownShares(client: Client, ids: readonly string[] | "all"): Promise<OwnedShare[]> {
  // Without ids one call returns a hundred records; with ids one call accepts five shares.
  const asked = ids === "all" ? [undefined] : chunks([...new Set(ids)], maxEntries);
  const shares = (await Promise.all(asked.map((some) => sharesNamed(client, some)))).flat();
  const missing = ids === "all" ? [] : ids.filter((id) => !shares.some(({ ResourceShareId }) => ResourceShareId === id));
  if (missing.length > 0) throw InputError.of("share", `${missing.join(", ")} is not among the shares of this account in ${client.region}`);
  if (shares.length === 0) return [];
  const kinds = ["Resource", "Target"] as const;
  const records = (
    await Promise.all(
      kinds.flatMap((AssociationType) =>
        asked.map((ResourceShareIds) =>
          client.all(ListResourceShareAssociations, { AssociationType, ResourceShareIds }, (page) => page.ResourceShareAssociations),
        ),
      ),
    )
  ).flat();
  const ofShare = Map.groupBy(records, ({ ResourceShareId }) => ResourceShareId);
  return shares.map((share) => {
    const newest = newestRecords(ofShare.get(share.ResourceShareId) ?? []);
    const failed = newest.filter(({ AssociationStatus }) => AssociationStatus === "Failed");
    return { share, associated: newest.filter(isAssociated), failed };
  });
}

/** The newest record of each entity of one share; `newestAssociationIndex` finds that of a given entity. */
function newestRecords(records: readonly Association[]): readonly Association[] {
  const byEntity = Map.groupBy(records, ({ AssociationType, EntityType, EntityId }) =>
    AssociationType === "Target" ? EntityId : `${EntityType ?? ""} ${EntityId}`,
  );
  return [...byEntity.values()].flatMap((same) => newestOf(same) ?? []);
}

async function sharesNamed(client: Client, ids?: string[]): Promise<ResourceShare[]> {
  try {
    return await sharesOf(client, "given", ids);
  } catch (error) {
    if (ids === undefined || !failedWith(error, ListResourceShares, "InvalidParameter.ResourceShareIds")) throw error;
    throw InputError.of(
      "share",
      `${ids.join(", ")}: ${ids.length === 1 ? "this" : "one of them"} is not the id of a share, which begins with rs-`,
    );
  }
}

async function sharesOf(client: Client, side: Side, ids?: string[]): Promise<ResourceShare[]> {
  const request = { ResourceOwner: owners[side], ResourceShareIds: ids };
  const shares = await client.all(ListResourceShares, request, (page) => page.ResourceShares);
  return shares.filter(isExistingShare);
}

async function readGiven(client: Client, extent: Extent): Promise<AccessReading> {
  const shares = await ownShares(client, "all");
  const read = shares.map(({ share, associated }) => ({
    share: { name: share.ResourceShareName ?? "", id: share.ResourceShareId },
    account: share.ResourceShareOwner,
    region: client.region,
    resources: associated.flatMap((record) => (record.AssociationType === "Resource" ? [associatedResource(record)] : [])),
    targets: associated.flatMap((record) => (record.AssociationType === "Target" ? [associatedTarget(record)] : [])),
    isUnfinished: hasCreateTag(share),
  }));
  return {
    snapshots: await withPermissions(client, "given", read, extent),
    remarks: shares.flatMap(({ failed }) => failed.map(remarkOfFailure)),
  };
}

async function readReceived(client: Client): Promise<AccessReading> {
  const ResourceOwner = owners.received;
  const [shares, resources, reached, invitations, caller] = await Promise.all([
    sharesOf(client, "received"),
    client.all(ListSharedResources, { ResourceOwner }, (page) => page.SharedResources),
    client.all(ListSharedTargets, { ResourceOwner }, (page) => page.SharedTargets),
    client.all(ListResourceShareInvitations, {}, (page) => page.ResourceShareInvitations),
    client.callerAccount(),
  ]);
  const self = caller ?? invitations.find(({ ReceiverAccountId }) => ReceiverAccountId)?.ReceiverAccountId ?? "this account";
  const external = new Set(reached.filter(({ External }) => External === true).map(({ ResourceShareId }) => ResourceShareId));
  const read = shares.map((share) => ({
    share: { name: share.ResourceShareName ?? "", id: share.ResourceShareId },
    account: share.ResourceShareOwner,
    region: client.region,
    resources: resources
      .filter(({ ResourceShareId }) => ResourceShareId === share.ResourceShareId)
      .map((item) => ({ entity: resourceOf(item.ResourceType, item.ResourceId, item.ResourceArn), pending: false })),
    targets: [{ entity: { id: self, kind: "Account" as const, external: external.has(share.ResourceShareId) }, pending: false }],
  }));
  const open = invitations.filter(({ Status }) => Status === "Pending");
  const unavailable = resources.filter(({ ResourceStatus }) => ResourceStatus !== undefined && ResourceStatus !== "Available");
  return {
    snapshots: await withPermissions(client, "received", read, "in use"),
    remarks: [
      ...unavailable.map(
        (item) =>
          `${item.ResourceType ?? "resource"} ${item.ResourceId} of ${item.ResourceShareId} is ${item.ResourceStatus}${because(item.ResourceStatusMessage)}`,
      ),
      ...open.map(
        (item) =>
          `invitation ${item.ResourceShareInvitationId} to "${item.ResourceShareName ?? item.ResourceShareId}" of account ${item.SenderAccountId ?? "unknown"} is open: the access that it grants is not known before it is accepted`,
      ),
    ],
  };
}

/** Adds the names of the permissions, by resource type; unless all are asked for, to shares that grant access. */
async function withPermissions(client: Client, side: Side, shares: readonly Content[], extent: Extent): Promise<ShareSnapshot[]> {
  const granting = shares.filter(({ resources, targets }) => extent === "all" || (resources.length > 0 && targets.length > 0));
  const types = new Set(granting.flatMap(({ resources }) => resources.map(({ entity }) => entity.type)));
  const ids = granting.map(({ share }) => share.id);
  const attached = await permissionsOfShares(client, owners[side], ids, extent === "all" ? "all" : types);
  return shares.map((one) => {
    const own = attached.get(one.share.id) ?? [];
    return { ...one, permissions: new Map(own.map(({ ResourceType, PermissionName }) => [ResourceType ?? "", PermissionName])) };
  });
}

type Content = Omit<ShareSnapshot, "permissions" | "share"> & { readonly share: { readonly name: string; readonly id: string } };

function associatedResource(record: Association): Associated<Resource> {
  return {
    entity: { ...resourceOf(record.EntityType, record.EntityId, record.ResourceArn), property: propertyIn(record.ResourceProperty) },
    pending: record.AssociationStatus === "Associating",
  };
}

function associatedTarget(record: Association): Associated<Target> {
  return {
    entity: { ...targetOf(record.EntityId, record.External === true), property: propertyIn(record.TargetProperty) },
    pending: record.AssociationStatus === "Associating",
  };
}

function propertyIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : propertyOf(parseJson(text));
}

function remarkOfFailure(record: Association): string {
  const what = record.AssociationType === "Target" ? `target ${record.EntityId}` : `${record.EntityType ?? "resource"} ${record.EntityId}`;
  const why = record.AssociationStatusMessage ?? record.AssociationFailedDetails?.[0]?.FailureDescription;
  return `${what} of ${record.ResourceShareId} failed${because(why)}: it grants no access`;
}

function because(text: string | undefined): string {
  return text ? ` (${text})` : "";
}
