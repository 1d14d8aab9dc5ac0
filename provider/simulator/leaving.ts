import { typesOf } from "./admission.ts";
import type { Call } from "./call.ts";
import type { NamedEntities } from "./entities.ts";
import { mustBeOpen, reach } from "./lookup.ts";
import type { Association } from "./records.ts";
import { refuse } from "./refusal.ts";
import { required, shareId } from "./rules.ts";
import { beginDisassociation, isVisible } from "./tasks.ts";

/** A receiver takes itself out of a share: the caller's own id is the one target (assumption S-leaving). */
export function leave(call: Call, entities: NamedEntities): Association {
  const { world, caller } = call;
  if (entities.resources.length > 0) refuse("InvalidParameter.Resources", "A receiver can take nothing but itself out of a share.");
  if (entities.targets.some(({ id }) => id !== caller.id)) {
    refuse("InvalidParameter.Targets", "A receiver can take nobody but itself out of a share.");
  }
  const id = shareId(required(call.question, "ResourceShareId"));
  const share = world.shares.get(id);
  const through = share && isVisible(world, share) ? reach(world, caller, share) : undefined;
  if (!share || share.owner === caller.id || (!through && !hasRecord(call, id))) {
    refuse("EntityNotExists.ResourceShare", `The resource share ${id} does not exist in the current account.`);
  }
  mustBeOpen(share);
  if (!through || through.status === "Disassociating")
    refuse("DisassociateInvalid", "The current account is not associated with the share.");
  if (!through.external) refuse("LeavingFailed.Account", "The account was added by its resource directory and cannot leave.");
  const kept = [...typesOf(share)].find((type) => world.kinds.get(type)?.leaving === false);
  if (kept) refuse("LeavingFailed.ResourceType", `A share with resources of the type ${kept} cannot be left.`);
  if (through.status !== "Associated") refuse("DisassociateConflict", "The association is not finished.");
  beginDisassociation(world, through);
  return through;
}

function hasRecord(call: Call, id: string): boolean {
  for (const association of call.world.associationsOf("Target", "", call.caller.id)) {
    if (association.share.id === id) return true;
  }
  return false;
}
