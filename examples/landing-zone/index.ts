import * as rs from "pulumi-resourceshare";
import { costs, type Guest, guests, teams } from "./shares";

// Folders and members can be targets once the directory allows it.
const sharing = new rs.DirectorySharing("directory");

const zone = new rs.LandingZone("zone", { teams, tags: { "managed-by": "landing-zone" } }, { dependsOn: sharing });

Object.entries(guests).map(([row, guest]) => associationOf(row, guest));
Object.entries(costs).map(([row, tags]) => new rs.ShareTags(row, { shareId: shareOf(row).id, tags }));

/** What another team puts into a share. */
function associationOf(row: string, { permissionName, ...entities }: Guest) {
  const shareId = shareOf(row).id;
  const permission = new rs.SharePermission(row, { shareId, permissionName });
  // The resources come after the permission and go before it, so that no target ever has the type's default instead.
  return new rs.ShareAssociation(row, { shareId, ...entities }, { dependsOn: permission });
}

function shareOf(row: string): rs.ResourceShare {
  const share = zone.shares[row];
  if (!share) throw new Error(`no share is called ${row}`);
  return share;
}

export const sharesByName = Object.values(zone.shares).map(({ name, id }) => ({ name, id }));
