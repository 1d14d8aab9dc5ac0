import * as rs from "pulumi-resourceshare";

const share = new rs.ResourceShare("images", { name: "images" });

// Another team adds what is theirs; what others have put into the share stays as it is.
const association = new rs.ShareAssociation("golden-image", {
  shareId: share.id,
  resources: [{ type: "Image", id: "m-demo01" }],
  targets: ["1000000000000003"],
});

export const associated = association.associations.apply((all) => all.map(({ entityId }) => entityId));
