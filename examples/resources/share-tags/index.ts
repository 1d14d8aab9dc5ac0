import * as rs from "pulumi-resourceshare";

const share = new rs.ResourceShare("templates", { name: "templates" });

// The finance team's tags on a share that the platform team manages: only these keys are touched.
const tags = new rs.ShareTags("cost", {
  shareId: share.id,
  tags: { "cost-center": "4711" },
});

export const costCenter = tags.tags.apply((all) => all["cost-center"]);
