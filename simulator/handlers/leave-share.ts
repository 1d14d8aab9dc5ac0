import { resourceTypesOf } from "./association-validation.ts";
import type { Call } from "./handler.ts";
import type { NamedEntities } from "./named-entities.ts";
import { requireModifiable, receiverAssociation } from "./share-queries.ts";
import type { Association, Share } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { required, shareId } from "./parameter-validation.ts";
import { beginDisassociation, countVisibilityRead } from "../world/transitions.ts";

/** Removes the caller from a share that it received. The only allowed target is the caller's own id (assumption S-leaving). */
export function leaveShare(call: Call, entities: NamedEntities): Association {
  const { world, caller } = call;
  if (entities.resources.length > 0)
    throwServiceError("InvalidParameter.Resources", "A receiver can take nothing but itself out of a share.");
  if (entities.targets.some(({ id }) => id !== caller.id)) {
    throwServiceError("InvalidParameter.Targets", "A receiver can remove only itself from a share.");
  }
  const id = shareId(required(call.request, "ResourceShareId"));
  const share = world.shares.get(id);
  const isVisible = share !== undefined && countVisibilityRead(world, share);
  const association = isVisible ? receiverAssociation(world, caller, share) : undefined;
  if (!share || share.owner === caller.id || (!association && !hasRecord(share, caller.id))) {
    throwServiceError("EntityNotExists.ResourceShare", `The resource share ${id} does not exist in the current account.`);
  }
  requireModifiable(share);
  if (!association || association.status === "Disassociating")
    throwServiceError("DisassociateInvalid", "The current account is not associated with the share.");
  if (!association.external)
    throwServiceError("LeavingFailed.Account", "The account was added by its resource directory and cannot leave.");
  const restrictedType = [...resourceTypesOf(share)].find((type) => world.kinds.get(type)?.leaving === false);
  if (restrictedType)
    throwServiceError("LeavingFailed.ResourceType", `A share with resources of the type ${restrictedType} cannot be left.`);
  if (association.status !== "Associated") throwServiceError("DisassociateConflict", "The association is not finished.");
  beginDisassociation(world, association);
  return association;
}

function hasRecord({ associations }: Share, target: string): boolean {
  return [...associations].some(({ side, id }) => side === "Target" && id === target);
}
