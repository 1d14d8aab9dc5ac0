import {
  associationTransitions,
  dueAfter,
  invitationTransitions,
  isoTime,
  nextState,
  shareTransitions,
  type Due,
  type InvitationEvent,
  type Pace,
} from "./state-machines.ts";
import { type Association, type Failure, type Invitation, type Share, awaitsAcceptance, entityKey } from "./records.ts";
import type { World } from "./world.ts";
import type { PlannedFailure } from "./world-schema.ts";

const hourMs = 3_600_000;
/** How long an invitation stays open, in milliseconds. */
const invitationMs = 7 * 24 * hourMs;

/** An entity to associate with a share. */
export interface Entity {
  readonly side: "Resource" | "Target";
  readonly type: string;
  readonly id: string;
  readonly arn?: string | undefined;
  readonly external: boolean;
  readonly property?: string | undefined;
}

/** Applies all transitions that are due. Callers must call this before they read the world. */
export function settle(world: World): void {
  for (let due = world.timers.takeDue(world.now); due; due = world.timers.takeDue(world.now)) {
    const { subject, at } = due;
    if (subject.record === "association") processAssociationTimer(world, subject, at);
    else if (subject.record === "share") processShareTimer(world, subject, at);
    else processInvitationTimer(world, subject, at);
  }
}

/** Counts a read of a record, for transitions that complete after a number of reads. */
export function countRead(world: World, subject: Association | Share): void {
  const due = subject.due;
  if (due === undefined || !("reads" in due)) return;
  due.reads -= 1;
  if (due.reads > 0) return;
  if (subject.record === "association") completeAssociation(world, subject, world.now);
  else completeDeletion(world, subject, world.now);
}

/** Counts a read of a new share, and returns whether the share has become visible. */
export function countVisibilityRead(world: World, share: Share): boolean {
  const hidden = share.hidden;
  if (hidden === undefined) return true;
  if ("reads" in hidden) hidden.reads -= 1;
  const isVisible = "reads" in hidden ? hidden.reads <= 0 : hasPassed(hidden.at, world.now);
  if (isVisible) share.hidden = undefined;
  return isVisible;
}

/** Starts associating an entity with a share; an account outside the directory is invited. */
export function beginAssociation(world: World, share: Share, entity: Entity): Association {
  const isInvited = entity.external && entity.type === "Account";
  const association: Association = {
    record: "association",
    sequence: world.nextSequence(),
    share,
    ...entity,
    status: "Associating",
    failures: [],
    createdAt: world.time,
    updatedAt: world.time,
  };
  if (isInvited) association.invitation = invite(world, share, entity.id);
  world.addAssociation(association);
  if (!isInvited) setDue(world, association, "associate");
  return association;
}

/** Starts changing the property of an association, which takes as long as associating an entity. */
export function beginUpdate(world: World, association: Association, property: string): void {
  association.property = property;
  association.updatedAt = world.time;
  if (association.status !== "Associated") return;
  association.status = nextState(associationTransitions, association.status, "update");
  association.updating = true;
  setDue(world, association, "associate");
}

/** Starts disassociating an entity; an open invitation is cancelled. */
export function beginDisassociation(world: World, association: Association): void {
  if (awaitsAcceptance(association) && association.invitation) closeInvitation(world, association.invitation, "cancel", world.now);
  association.status = nextState(associationTransitions, association.status, "remove");
  association.updatedAt = world.time;
  setDue(world, association, "disassociate");
}

/** Starts deleting a share. Its associations end when the deletion completes. */
export function beginDeletion(world: World, share: Share): void {
  for (const association of share.live.values()) {
    if (awaitsAcceptance(association) && association.invitation) closeInvitation(world, association.invitation, "cancel", world.now);
    association.status = nextState(associationTransitions, association.status, "remove");
    association.updatedAt = world.time;
    association.due = undefined;
  }
  share.status = nextState(shareTransitions, share.status, "delete");
  share.updatedAt = world.time;
  setDue(world, share, "deleteShare");
}

/** Accepts an invitation. A planned failure of the receiver or of a resource makes the acceptance fail. */
export function accept(world: World, invitation: Invitation): void {
  const now = world.now;
  const association = associationOf(invitation);
  const failures = acceptanceFailures(world, invitation);
  invitation.failures = failures;
  closeInvitation(world, invitation, failures.length > 0 ? "fail" : "accept", now);
  if (!association) return;
  if (failures.length > 0) {
    association.failures = failures;
    fail(world, association, failures[0]?.description ?? "the acceptance failed", now);
    return;
  }
  association.updatedAt = world.time;
  setDue(world, association, "accept");
}

/** Rejects an invitation, which sets the association to `Failed` (assumption S-ended-invitation). */
export function reject(world: World, invitation: Invitation): void {
  endInvitation(world, invitation, "reject", "the invitation was rejected", world.now);
}

/** Expires an invitation, which sets the association to `Failed`. */
export function expire(world: World, invitation: Invitation, at: number = world.now): void {
  endInvitation(world, invitation, "expire", "the invitation has expired", at);
}

/** Sets an association to `Failed`, with a status message. */
export function fail(world: World, association: Association, message: string, at: number): void {
  association.status = nextState(associationTransitions, association.status, "fail");
  association.message = message;
  finishAssociation(world, association, at);
}

/** Returns the details of a planned failure: for a resource one per target, for a target one per resource. */
export function failureDetails(association: Association, planned: PlannedFailure, operation: Failure["operation"]): Failure[] {
  const others = [...association.share.live.values()].filter(
    (other) => other.side !== association.side && (planned.against === undefined || planned.against === other.id),
  );
  return (others.length > 0 ? others : [association]).map((other) => ({
    reason: planned.reason,
    description: planned.description,
    operation,
    entityType: other.type,
    entityId: other.id,
    arn: association.side === "Resource" ? association.arn : other.arn,
  }));
}

/** Returns when an ended record is purged: a random time 48 to 96 hours later. */
function purgeTime(world: World, at: number): string {
  return isoTime(at + Math.round((48 + 48 * world.dependencies.random.next()) * hourMs));
}

function processAssociationTimer(world: World, association: Association, at: number): void {
  if (isDue(association.due, at)) completeAssociation(world, association, at);
  else if (hasPassed(association.purgeAt, at)) world.removeAssociation(association);
}

function processShareTimer(world: World, share: Share, at: number): void {
  if (isDue(share.due, at)) completeDeletion(world, share, at);
  else if (hasPassed(share.purgeAt, at)) world.removeShare(share);
}

function processInvitationTimer(world: World, invitation: Invitation, at: number): void {
  if (invitation.status === "Pending" && hasPassed(invitation.expiresAt, at)) expire(world, invitation, at);
  else if (hasPassed(invitation.purgeAt, at)) world.invitations.delete(invitation.id);
}

function completeAssociation(world: World, association: Association, at: number): void {
  const operation = association.status === "Associating" ? "Associate" : "Disassociate";
  const planned = world.failures.get(association.id);
  const failures = planned?.on === operation ? failureDetails(association, planned, operation) : [];
  association.due = undefined;
  association.updating = undefined;
  association.failures = failures;
  if (planned && failures.length > 0 && !planned.partial) return fail(world, association, planned.description, at);
  association.status = nextState(associationTransitions, association.status, "done");
  association.updatedAt = isoTime(at);
  if (association.status === "Disassociated") finishAssociation(world, association, at);
}

function completeDeletion(world: World, share: Share, at: number): void {
  for (const association of [...share.live.values()]) {
    association.status = nextState(associationTransitions, association.status, "done");
    finishAssociation(world, association, at);
  }
  share.status = nextState(shareTransitions, share.status, "done");
  share.updatedAt = isoTime(at);
  share.due = undefined;
  share.purgeAt = purgeTime(world, at);
  world.scheduleAt(share, share.purgeAt);
}

function finishAssociation(world: World, association: Association, at: number): void {
  association.updatedAt = isoTime(at);
  association.due = undefined;
  association.updating = undefined;
  association.purgeAt = purgeTime(world, at);
  world.endAssociation(association);
  world.scheduleAt(association, association.purgeAt);
}

function invite(world: World, share: Share, receiver: string): Invitation {
  const invitation: Invitation = {
    record: "invitation",
    sequence: world.nextSequence(),
    id: `i-${String(++world.counters.invitation).padStart(6, "0")}`,
    share,
    sender: share.owner,
    receiver: world.account(receiver).id,
    status: "Pending",
    failures: [],
    createdAt: world.time,
    expiresAt: isoTime(world.now + invitationMs),
  };
  world.addInvitation(invitation);
  share.status = nextState(shareTransitions, share.status, "invite");
  return invitation;
}

function endInvitation(world: World, invitation: Invitation, event: "reject" | "expire", message: string, at: number): void {
  const association = associationOf(invitation);
  closeInvitation(world, invitation, event, at);
  if (association) fail(world, association, message, at);
}

function closeInvitation(world: World, invitation: Invitation, event: InvitationEvent, at: number): void {
  const { share } = invitation;
  invitation.status = nextState(invitationTransitions, invitation.status, event);
  invitation.purgeAt = purgeTime(world, at);
  world.scheduleAt(invitation, invitation.purgeAt);
  const hasOpenInvitation = [...share.live.values()].some(awaitsAcceptance);
  if (!hasOpenInvitation && share.status === "Pending") share.status = nextState(shareTransitions, share.status, "answer");
}

function acceptanceFailures(world: World, invitation: Invitation): Failure[] {
  const entities = [...invitation.share.live.values()].filter((entity) => entity.side === "Resource" || entity.id === invitation.receiver);
  return entities.flatMap((entity) => {
    const planned = world.failures.get(entity.id);
    if (planned?.on !== "Accept" || (planned.against !== undefined && planned.against !== invitation.receiver)) return [];
    const failed = { reason: planned.reason, description: planned.description, operation: "Associate" } as const;
    return [{ ...failed, entityType: entity.type, entityId: entity.id, arn: entity.arn }];
  });
}

/** Returns the association that an invitation belongs to, if it has not ended. */
function associationOf(invitation: Invitation): Association | undefined {
  const association = invitation.share.live.get(entityKey("Target", "Account", invitation.receiver));
  return association?.invitation === invitation ? association : undefined;
}

/** Sets when a transition that begins now completes. */
function setDue(world: World, subject: Association | Share, transition: keyof Pace): void {
  const { pace, random } = world.dependencies;
  subject.due = dueAfter(pace[transition], world.now, random);
  world.schedule(subject, subject.due);
}

function isDue(due: Due | undefined, at: number): boolean {
  return due !== undefined && "at" in due && hasPassed(due.at, at);
}

function hasPassed(time: string | undefined, at: number): boolean {
  return time !== undefined && Date.parse(time) <= at;
}
