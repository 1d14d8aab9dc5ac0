import { isExistingShare, type ResourceShare } from "../api/entities.ts";
import { readUntilCurrent } from "../lifecycle/freshness.ts";
import { missingError } from "../lifecycle/reconcile-object.ts";
import type { Context } from "../lifecycle/resource.ts";
import { sharePollersOf } from "./share-pollers.ts";

/** The name of the share itself in ownership claims. */
export const wholeShare = "the share itself";

/** Returns this account's share, which the state names. Throws when it does not exist. */
export async function existingShare(context: Context, id: string): Promise<ResourceShare> {
  const share = await readUntilCurrent(context, id, (latest) => listedShare(latest, id));
  if (share !== undefined) return share;
  throw missingError({ token: "ResourceShare" }, id, {});
}

/** Returns the share if a list shows that it exists. */
export async function listedShare(context: Context, id: string): Promise<ResourceShare | undefined> {
  const { shares } = sharePollersOf(context.client, context.clock);
  const [share] = await (context.isSnapshot ? shares.snapshot(id) : shares.now(id));
  return isExistingShare(share) ? share : undefined;
}
