import { ListResourceShareAssociations } from "../../provider/api/associations.ts";
import { type AssociationStatus, isExistingShare, type ResourceShare } from "../../provider/api/entities.ts";
import { ListResourceShares } from "../../provider/api/shares.ts";
import type { Client } from "../../provider/client/client.ts";
import type { QuotaName } from "./quotas.ts";

/** How much of each quota is used. */
export type Usage = Readonly<Record<QuotaName, number>>;

const noUsage: Usage = { shares: 0, sharedResources: 0, pendingInvitations: 0 };

/**
 * Counts what an account uses in the client's region: about one call for each hundred shares, one for each hundred shared resources, and two more.
 * A resource in two shares counts twice (assumption S-quotas).
 *
 * @param known The existing shares of the account, when the caller has read them.
 */
export async function readUsage(client: Client, known?: readonly ResourceShare[]): Promise<Usage> {
  const shares =
    known ?? (await client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares)).filter(isExistingShare);
  if (shares.length === 0) return noUsage;
  // Ended associations stay listed for days, so each list is of one status.
  const listed = (AssociationType: "Resource" | "Target", AssociationStatus: AssociationStatus) =>
    client.all(ListResourceShareAssociations, { AssociationType, AssociationStatus }, (page) => page.ResourceShareAssociations);
  const [associating, targets] = await Promise.all([listed("Resource", "Associating"), listed("Target", "Associating")]);
  // Listed later: what becomes associated meanwhile is then in both lists, and never in neither.
  const associated = await listed("Resource", "Associated");
  const resources = new Set([...associating, ...associated].map((one) => [one.ResourceShareId, one.EntityType, one.EntityId].join(" ")));
  return {
    shares: shares.length,
    sharedResources: resources.size,
    // The association of an external target waits as long as its invitation is open (assumption S-invitation).
    pendingInvitations: targets.filter(({ External }) => External === true).length,
  };
}
