import type { Fields } from "./answers.ts";
import { step } from "./check.ts";
import { NotTried, type Run } from "./run.ts";

/** The keys of the tags of the first share, and one that it lacks. */
export const tags = { first: "resourceshare-verify-first", second: "resourceshare-verify-second", absent: "resourceshare-verify-absent" };

/** The share that most checks use, with two tags, one of them empty, once lists show it. */
export const firstShare = step(async (run) => {
  const Tag = [
    { Key: tags.first, Value: "1" },
    { Key: tags.second, Value: "" },
  ];
  const id = await run.create({ Tag });
  const { result, ms, beforeMs } = await run.until(
    () => listedShare(run, id),
    (share) => share !== undefined,
  );
  if (result === undefined) throw new NotTried("the new share was not listed for two minutes");
  run.measured["until a new share is listed"] = `${ms} ms`;
  return { id, ms, beforeMs };
});

/** An own share as lists show it; `undefined` when they do not. */
export async function listedShare(run: Run, id: string): Promise<Fields | undefined> {
  const filter = { ResourceOwner: "Self", ResourceShareIds: [id] };
  return (await run.list("ListResourceShares", filter, ["ResourceShares"]))[0];
}

/** The association records of a resource or a target in a share. */
export async function associationsOf(run: Run, share: string, side: "Resource" | "Target", id: unknown): Promise<readonly Fields[]> {
  const filter = { AssociationType: side, ResourceShareIds: [share] };
  const records = await run.list("ListResourceShareAssociations", filter, ["ResourceShareAssociations"]);
  return records.filter(({ EntityId }) => EntityId === id);
}

/** The permissions of the service, or of a resource type. */
export function permissionsOf(run: Run, ResourceType?: unknown): Promise<readonly Fields[]> {
  return run.list("ListPermissions", { ResourceType, MaxResults: 100 }, ["Permissions"]);
}

/** The parameters that name a share to a tag operation. */
export function tagged(run: Run, id: string) {
  return { ResourceType: "ResourceShare", RegionId: run.region, ResourceId: [id] };
}
