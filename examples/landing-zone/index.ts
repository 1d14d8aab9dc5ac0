import * as rs from "pulumi-resourceshare";
import { type Share, shares } from "./shares";

// Folders and members can be targets once the directory allows it.
const sharing = new rs.DirectorySharing("directory");

const made = Object.entries(shares).map(([row, { guest, costs, name = row, tags, ...args }]) => {
  const share = new rs.ResourceShare(row, { name, tags: { ...tags, "managed-by": "landing-zone" }, ...args }, { dependsOn: sharing });
  return {
    share,
    guest: guest && guestOf(share, row, guest),
    costs: costs && new rs.ShareTags(row, { shareId: share.id, tags: costs }),
  };
});

/** What another team puts into a share. */
function guestOf(share: rs.ResourceShare, row: string, { permissionName, ...entities }: NonNullable<Share["guest"]>) {
  const permission = new rs.SharePermission(row, { shareId: share.id, permissionName });
  // The resources come after the permission and go before it, so that no target ever has the type's default instead.
  return new rs.ShareAssociation(row, { shareId: share.id, ...entities }, { dependsOn: permission });
}

export const sharesByName = made.map(({ share }) => ({ name: share.name, id: share.id }));
