import type { Call } from "./call.ts";
import type { Account, Association, Share } from "./records.ts";
import { entityKey, isInForce } from "./records.ts";
import { refuse } from "./refusal.ts";
import { required, shareId } from "./rules.ts";
import { isVisible } from "./tasks.ts";
import type { World } from "./world.ts";

/** Whether a share belongs to the region that the call is for. */
function isInRegion(call: Call, share: Share): boolean {
  return share.region === undefined || call.region === undefined || share.region === call.region;
}

function isThere(call: Call, share: Share): boolean {
  const removed = share.status === "Deleted" && call.world.settings.deletedShares === "absent";
  return isInRegion(call, share) && !removed && isVisible(call.world, share);
}

/** The caller's own share of this id, when the caller can see it. */
export function ownShare(call: Call, id: string): Share | undefined {
  const share = call.world.shares.get(id);
  return share && share.owner === call.caller.id && isThere(call, share) ? share : undefined;
}

/** The caller's own share that the call names, or 404. */
export function namedShare(call: Call): Share {
  const id = shareId(required(call.question, "ResourceShareId"));
  return ownShare(call, id) ?? refuse("EntityNotExists.ResourceShare", `The resource share ${id} does not exist in the current account.`);
}

/** Refuses when the state of a share does not allow it to be changed. */
export function mustBeOpen(share: Share): void {
  if (share.status === "Active" || share.status === "Pending") return;
  refuse("ResourceShareStatusMismatchAction", `The resource share ${share.id} is ${share.status}, which does not allow the operation.`);
}

/** Every share of the caller that is there, oldest first. */
export function ownShares(call: Call): Share[] {
  return [...call.world.sharesOf(call.caller.id)].filter((share) => isThere(call, share));
}

/** The association through which a share reaches an account: as itself, through a folder, or through the directory. */
export function reach(world: World, account: Account, share: Share): Association | undefined {
  if (share.owner === account.id) return undefined;
  for (const principal of world.principalsOf(account)) {
    const association = share.live.get(entityKey("Target", "", principal));
    if (association && isInForce(association)) return association;
  }
  return undefined;
}

/** Every share that reaches the caller. */
export function reachingShares(call: Call): Share[] {
  const shares = new Set<Share>();
  for (const principal of call.world.principalsOf(call.caller)) {
    for (const association of call.world.associationsOf("Target", "", principal)) {
      if (isInForce(association) && association.share.owner !== call.caller.id) shares.add(association.share);
    }
  }
  return [...shares].filter((share) => isThere(call, share));
}

/** The shares of one side or the other, narrowed to some ids when there are any. */
export function sharesOfSide(call: Call, side: "Self" | "OtherAccounts", ids: readonly string[]): Share[] {
  if (side === "Self" && ids.length > 0) return ids.flatMap((id) => ownShare(call, id) ?? []);
  const shares = side === "Self" ? ownShares(call) : reachingShares(call);
  return ids.length === 0 ? shares : shares.filter((share) => ids.includes(share.id));
}
