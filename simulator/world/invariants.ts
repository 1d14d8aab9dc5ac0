import { type Association, type Share, awaitsAcceptance, entityKey, isLive } from "./records.ts";
import type { World } from "./world.ts";

/** Checks the invariants of a world. Returns one sentence for each violation. */
export function invariantViolations(world: World): string[] {
  return [
    ...[...world.shares.values()].flatMap((share) => [...shareViolations(world, share), ...associationViolations(share)]),
    ...invitationViolations(world),
  ];
}

function shareViolations(world: World, share: Share): string[] {
  const violations: string[] = [];
  const hasOpenInvitation = [...share.live.values()].some(awaitsAcceptance);
  if (hasOpenInvitation !== (share.status === "Pending"))
    violations.push(`${share.id} is ${share.status} with ${hasOpenInvitation ? "" : "no "}open invitations`);
  if (share.status === "Deleted" && share.live.size > 0) violations.push(`${share.id} is Deleted and holds entities`);
  if (share.status === "Deleted" && share.purgeAt === undefined) violations.push(`${share.id} is Deleted and never purged`);
  if (!world.accounts.has(share.owner)) violations.push(`${share.id} has an unknown owner`);
  if (share.tags.size > 20) violations.push(`${share.id} has more than 20 tags`);
  for (const [type, { name, version }] of share.permissions) {
    const entry = world.permissions.get(name);
    if (entry?.type !== type) violations.push(`${share.id} has ${name} for the type ${type}`);
    if (!entry?.versions.some((known) => known.version === version)) violations.push(`${share.id} has ${name} in no known version`);
  }
  return violations;
}

function associationViolations(share: Share): string[] {
  const violations: string[] = [];
  const live = [...share.associations].filter(isLive);
  const keys = live.map(({ side, type, id }) => entityKey(side, type, id));
  const current = live.filter((association) => share.live.get(keyOf(association)) === association);
  if (new Set(keys).size !== share.live.size) violations.push(`${share.id} has an inconsistent map of live associations`);
  for (const association of live) {
    // An entity that is associated again has a new association beside the one that is leaving.
    if (!current.includes(association) && association.status !== "Disassociating")
      violations.push(`${share.id} holds ${association.id} twice`);
    const awaitsInvitation = awaitsAcceptance(association);
    const isTransitional = association.status === "Associating" || association.status === "Disassociating";
    // The end of a deletion also ends the associations of the share.
    const isScheduled = association.due !== undefined || share.status === "Deleting";
    if (isTransitional && !isScheduled && !awaitsInvitation)
      violations.push(`${association.id} of ${share.id} is ${association.status} without a scheduled transition`);
    if (association.side === "Resource" && association.external)
      violations.push(`the resource ${association.id} of ${share.id} is external`);
    if (association.side === "Resource" && !share.permissions.has(association.type)) {
      violations.push(`${share.id} has no permission for ${association.type}`);
    }
  }
  for (const association of share.associations) {
    if (!isLive(association) && association.purgeAt === undefined && share.purgeAt === undefined) {
      violations.push(`${association.id} of ${share.id} is ${association.status} and never purged`);
    }
  }
  return violations;
}

function invitationViolations(world: World): string[] {
  return [...world.invitations.values()].flatMap((invitation) => {
    const association = invitation.share.live.get(entityKey("Target", "", invitation.receiver));
    const open = invitation.status === "Pending";
    const hasWaitingAssociation =
      association?.invitation === invitation && association.status === "Associating" && association.due === undefined;
    if (open && !hasWaitingAssociation) return [`the invitation ${invitation.id} is open and no association waits for it`];
    if (open && Date.parse(invitation.expiresAt) <= world.now) return [`the invitation ${invitation.id} should have expired`];
    return !open && invitation.purgeAt === undefined ? [`the invitation ${invitation.id} is never purged`] : [];
  });
}

function keyOf({ side, type, id }: Association): string {
  return entityKey(side, type, id);
}
