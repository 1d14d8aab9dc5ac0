import type { AssociationStatus, InvitationStatus, ShareStatus } from "../../api/entities.ts";
import type { Random } from "../../kernel/random.ts";

/** How long a transition takes: milliseconds, a range of them, or a number of looks at the record. */
export type Duration = number | { readonly fromMs: number; readonly toMs: number } | { readonly reads: number };

/** The transition is done before the call that begins it is answered. */
export const immediately: Duration = 0;

/** The transition is done so many milliseconds after it began. */
export function after(ms: number): Duration {
  return ms;
}

/** The transition takes any time between two numbers of milliseconds. */
export function between(fromMs: number, toMs: number): Duration {
  return { fromMs, toMs };
}

/** The `reads`-th look at the record finds the transition done. */
export function onRead(reads: number): Duration {
  return { reads };
}

/** How long each transition of the service takes. */
export interface Pace {
  /** From `Associating` to `Associated` or `Failed`. */
  readonly associate: Duration;
  /** From `Disassociating` to `Disassociated` or `Failed`. */
  readonly disassociate: Duration;
  /** From `Deleting` to `Deleted`. */
  readonly deleteShare: Duration;
  /** From an accepted invitation to the `Associated` target. */
  readonly accept: Duration;
  /** From the answer of a creation until lists and writes see the share. */
  readonly visibility: Duration;
}

/** The paces that have a name: `fast` for tests and demonstrations, `real` as the service itself. */
export const paces: Readonly<Record<"fast" | "real", Pace>> = {
  fast: { associate: 200, disassociate: 200, deleteShare: 200, accept: 200, visibility: immediately },
  real: {
    associate: between(3_000, 8_000),
    disassociate: between(3_000, 8_000),
    deleteShare: between(2_000, 5_000),
    accept: between(2_000, 4_000),
    visibility: between(300, 1_500),
  },
};

/** When something under way will be done: at a time, or after so many more looks. */
export type Due = { readonly at: number } | { reads: number };

/** The moment that a transition which begins now will be done. */
export function dueAfter(duration: Duration, now: number, random: Random): Due {
  if (typeof duration === "number") return { at: now + duration };
  if ("reads" in duration) return { reads: duration.reads };
  return { at: now + Math.round(duration.fromMs + random.next() * (duration.toMs - duration.fromMs)) };
}

type Transitions<State extends string, Event extends string> = Readonly<Record<State, Partial<Record<Event, State>>>>;

export type ShareEvent = "invite" | "answered" | "delete" | "done";
/** Which states of a share follow each other, and by what. */
export const shareTransitions: Transitions<ShareStatus, ShareEvent> = {
  Active: { invite: "Pending", delete: "Deleting" },
  Pending: { invite: "Pending", answered: "Active", delete: "Deleting" },
  Deleting: { done: "Deleted" },
  Deleted: {},
};

export type AssociationEvent = "done" | "fail" | "remove" | "update";
/** Which states of an association follow each other, and by what. */
export const associationTransitions: Transitions<AssociationStatus, AssociationEvent> = {
  Associating: { done: "Associated", fail: "Failed", remove: "Disassociating" },
  Associated: { remove: "Disassociating", update: "Associating", fail: "Failed" },
  Disassociating: { done: "Disassociated", fail: "Failed", remove: "Disassociating" },
  Failed: {},
  Disassociated: {},
};

export type InvitationEvent = "accept" | "fail" | "reject" | "cancel" | "expire";
/** Which states of an invitation follow each other, and by what. */
export const invitationTransitions: Transitions<InvitationStatus, InvitationEvent> = {
  Pending: { accept: "Accepted", fail: "AcceptFailed", reject: "Rejected", cancel: "Cancelled", expire: "Expired" },
  Accepted: {},
  AcceptFailed: {},
  Cancelled: {},
  Rejected: {},
  Expired: {},
};

/** The state that follows; a move that the table does not hold is a fault of the simulator itself. */
export function nextState<State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  state: State,
  event: Event,
): State {
  const target = transitions[state][event];
  if (target === undefined) throw new Error(`the simulator has no move "${event}" from ${state}`);
  return target;
}
