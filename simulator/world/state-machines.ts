import type { AssociationStatus, InvitationStatus, ShareStatus } from "../../provider/api/entities.ts";
import type { Random } from "../../provider/kernel/random.ts";

/** How long a transition takes: milliseconds, a random time in a range of them, or a number of reads, the last of which returns the result. */
export type Duration = number | { readonly fromMs: number; readonly toMs: number } | { readonly reads: number };

/**
 * How long each transition of the service takes.
 *
 * @example
 * ```ts
 * import { createSimulator } from "pulumi-resourceshare/simulator";
 *
 * export const simulator = createSimulator({
 *   pace: { associate: 2_000, disassociate: { fromMs: 1_000, toMs: 3_000 }, accept: { reads: 2 } },
 * });
 * ```
 */
export interface Pace {
  /** From `Associating` to `Associated` or `Failed`. */
  readonly associate: Duration;
  /** From `Disassociating` to `Disassociated` or `Failed`. */
  readonly disassociate: Duration;
  /** From `Deleting` to `Deleted`. */
  readonly deleteShare: Duration;
  /** From an accepted invitation to the `Associated` target. */
  readonly accept: Duration;
  /** From the response of a creation until reads and writes find the share. */
  readonly visibility: Duration;
}

/** Named paces: `fast` for tests and demos, `real` for durations like the real service's. */
export const paces: Readonly<Record<"fast" | "real", Pace>> = {
  fast: { associate: 200, disassociate: 200, deleteShare: 200, accept: 200, visibility: 0 },
  real: {
    associate: { fromMs: 3_000, toMs: 8_000 },
    disassociate: { fromMs: 3_000, toMs: 8_000 },
    deleteShare: { fromMs: 2_000, toMs: 5_000 },
    accept: { fromMs: 2_000, toMs: 4_000 },
    visibility: { fromMs: 300, toMs: 1_500 },
  },
};

/** When a transition completes: at a time in ISO 8601, or after a number of further reads. */
export type Due = { readonly at: string } | { reads: number };

/** Returns when a transition completes that begins now. */
export function dueAfter(duration: Duration, now: number, random: Random): Due {
  if (typeof duration === "number") return { at: isoTime(now + duration) };
  if ("reads" in duration) return { reads: duration.reads };
  return { at: isoTime(now + Math.round(duration.fromMs + random.next() * (duration.toMs - duration.fromMs))) };
}

/** Formats milliseconds since 1970 as the service does, in ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

type Transitions<State extends string, Event extends string> = Readonly<Record<State, Partial<Record<Event, State>>>>;

/** The events of a share. */
export type ShareEvent = "invite" | "answer" | "delete" | "done";
/** The states of a share: the next state for each state and event. */
export const shareTransitions: Transitions<ShareStatus, ShareEvent> = {
  Active: { invite: "Pending", delete: "Deleting" },
  Pending: { invite: "Pending", answer: "Active", delete: "Deleting" },
  Deleting: { done: "Deleted" },
  Deleted: {},
};

/** The events of an association. */
export type AssociationEvent = "done" | "fail" | "remove" | "update";
/** The states of an association: the next state for each state and event. */
export const associationTransitions: Transitions<AssociationStatus, AssociationEvent> = {
  Associating: { done: "Associated", fail: "Failed", remove: "Disassociating" },
  Associated: { remove: "Disassociating", update: "Associating", fail: "Failed" },
  Disassociating: { done: "Disassociated", fail: "Failed", remove: "Disassociating" },
  Failed: {},
  Disassociated: {},
};

/** The events of an invitation. */
export type InvitationEvent = "accept" | "fail" | "reject" | "cancel" | "expire";
/** The states of an invitation: the next state for each state and event. */
export const invitationTransitions: Transitions<InvitationStatus, InvitationEvent> = {
  Pending: { accept: "Accepted", fail: "AcceptFailed", reject: "Rejected", cancel: "Cancelled", expire: "Expired" },
  Accepted: {},
  AcceptFailed: {},
  Cancelled: {},
  Rejected: {},
  Expired: {},
};

/**
 * Returns the next state.
 * @throws Error when the table lacks the transition, which is a defect of the simulator
 */
export function nextState<State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  state: State,
  event: Event,
): State {
  const target = transitions[state][event];
  if (target === undefined) throw new Error(`the simulator has no transition "${event}" from ${state}`);
  return target;
}
