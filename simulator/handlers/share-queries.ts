import type { Call } from "./handler.ts";
import { type Account, type Association, type Share, entityKey, isInForce } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { required, shareId } from "./parameter-validation.ts";
import { countVisibilityRead } from "../world/transitions.ts";
import type { World } from "../world/world.ts";

/** Whether a share is in the call's region. A share or call without a region matches every region. */
function isInRegion(call: Call, share: Share): boolean {
  return share.region === undefined || call.region === undefined || share.region === call.region;
}

function exists(call: Call, share: Share): boolean {
  const removed = share.status === "Deleted" && call.world.settings.deletedShares === "absent";
  return isInRegion(call, share) && !removed && countVisibilityRead(call.world, share);
}

/** Returns the caller's own share with this id, when it is visible. */
export function ownShare(call: Call, id: string): Share | undefined {
  const share = call.world.shares.get(id);
  return share && share.owner === call.caller.id && exists(call, share) ? share : undefined;
}

/** Returns the caller's own share that the call names, or throws a 404 error. */
export function namedShare(call: Call): Share {
  const id = shareId(required(call.request, "ResourceShareId"));
  return (
    ownShare(call, id) ??
    throwServiceError("EntityNotExists.ResourceShare", `The resource share ${id} does not exist in the current account.`)
  );
}

/** Throws when the status of a share does not allow changes. */
export function requireModifiable(share: Share): void {
  if (share.status === "Active" || share.status === "Pending") return;
  throwServiceError(
    "ResourceShareStatusMismatchAction",
    `The resource share ${share.id} is ${share.status}, which does not allow the operation.`,
  );
}

/** Returns the caller's own visible shares, oldest first. */
export function ownShares(call: Call): Share[] {
  return call.world.sharesOf(call.caller.id).filter((share) => exists(call, share));
}

/** Returns the association that grants an account access to a share: by its own id, through a folder, or through the directory. */
export function receiverAssociation(world: World, account: Account, share: Share): Association | undefined {
  if (share.owner === account.id) return undefined;
  for (const principal of world.principalsOf(account)) {
    const association = share.live.get(entityKey("Target", "", principal));
    if (association && isInForce(association)) return association;
  }
  return undefined;
}

/** Returns the shares that other accounts share with the caller. */
function receivedShares(call: Call): Share[] {
  const principals = call.world.principalsOf(call.caller);
  const includesCaller = (association: Association) =>
    association.side === "Target" && principals.includes(association.id) && isInForce(association);
  return [...call.world.shares.values()].filter(
    (share) => share.owner !== call.caller.id && [...share.associations].some(includesCaller) && exists(call, share),
  );
}

/** Returns the caller's own or received shares; a non-empty list of ids filters them. */
export function sharesByOwner(call: Call, side: "Self" | "OtherAccounts", ids: readonly string[]): Share[] {
  if (side === "Self" && ids.length > 0) return ids.flatMap((id) => ownShare(call, id) ?? []);
  const shares = side === "Self" ? ownShares(call) : receivedShares(call);
  return ids.length === 0 ? shares : shares.filter((share) => ids.includes(share.id));
}
