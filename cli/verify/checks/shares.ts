import { visibilityMs } from "../../../provider/lifecycle/freshness.ts";
import { type Answer, recordsIn, statusText } from "../answers.ts";
import { check, type Check, step, writes } from "../check.ts";
import { NotTried } from "../run.ts";
import { firstShare, listedShare, permissionsOf, tagged } from "../shares.ts";

/** The assumptions about new shares. */
export const newShareChecks: readonly Check[] = [
  check("S-visibility", writes, "ListResourceShares, until it shows a new share", `within ${visibilityMs} ms`, async (run, expected) => {
    const { ms, beforeMs } = await firstShare(run);
    return beforeMs <= visibilityMs ? `${expected} (after ${ms} ms)` : `after ${ms} ms`;
  }),
  check("S-idempotency", writes, "CreateResourceShare twice with one ClientToken", "two shares", async (run) => {
    const request = { ClientToken: run.prefix, ResourceShareName: `${run.prefix}0` };
    const ids = [await run.create(request), await run.create(request)];
    return new Set(ids).size === 2 ? "two shares" : "one share";
  }),
];

/** The assumptions about a share that is deleted: they come after all that use the share. */
export const deletedShareChecks: readonly Check[] = [
  check(
    "S-deleted",
    writes,
    "UpdateResourceShare and ListTagResources of a deleted share",
    "gone (404 EntityNotExists.ResourceShare or 409 ResourceShareStatusMismatchAction), untagged (or InvalidResourceId.NotFound)",
    async (run) => {
      const id = await deletedShare(run);
      const answer = await run.ask("UpdateResourceShare", { ResourceShareId: id, ResourceShareName: run.prefix });
      const isGone = answer.code === "EntityNotExists.ResourceShare" || answer.code === "ResourceShareStatusMismatchAction";
      const isUntagged = ({ code, body }: Answer) =>
        code === undefined ? recordsIn(body, "TagResources", "TagResource").length === 0 : code === "InvalidResourceId.NotFound";
      const ofTags = await run.poll(() => run.ask("ListTagResources", tagged(run, id)), isUntagged);
      const untagged = isUntagged(ofTags) ? "untagged" : "tagged";
      return `${isGone ? "gone" : "not gone"} (${statusText(answer)}), ${untagged} (${statusText(ofTags)})`;
    },
  ),
  check(
    "S-permissionshare",
    writes,
    "AssociateResourceSharePermission on a deleted share",
    "gone (404 EntityNotExists.ResourceShare or 400 InvalidParameter.ResourceShareId)",
    async (run) => {
      const id = await deletedShare(run);
      const [permission] = await permissionsOf(run);
      if (permission === undefined) throw new NotTried("ListPermissions lists no permission");
      const request = { ResourceShareId: id, PermissionName: permission["PermissionName"] };
      const answer = await run.ask("AssociateResourceSharePermission", request);
      const isGone = answer.code === "EntityNotExists.ResourceShare" || answer.code === "InvalidParameter.ResourceShareId";
      return `${isGone ? "gone" : "not gone"} (${statusText(answer)})`;
    },
  ),
];

const deletedShare = step(async (run) => {
  const { id } = await firstShare(run);
  await run.accepted("DeleteResourceShare", { ResourceShareId: id });
  const { ms } = await run.until(
    () => listedShare(run, id),
    (share) => share === undefined || share["ResourceShareStatus"] === "Deleted",
  );
  run.measured["until a deleted share is listed as deleted, or no more"] = `${ms} ms`;
  return id;
});
