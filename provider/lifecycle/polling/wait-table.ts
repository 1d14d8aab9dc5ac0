/** Whether a wait has succeeded, continues, or has failed. */
export type Phase = "done" | "wait" | "failed";

/**
 * Maps each state of a record to the phase of a wait; a state without an entry does not compile.
 * An entry may be a function of the record, for a state that alone does not decide.
 */
export interface WaitTable<State extends string, Item> {
  /** The state that the wait is for, such as "associated" or "deleted". */
  readonly name: string;
  readonly states: { readonly [S in State]: Phase | ((item: Item) => Phase) };
  /** The phase when there is no record. */
  readonly absent: Phase;
}

/** Returns the phase of one record, or of its absence. */
export function phaseOf<State extends string, Item>(
  table: WaitTable<State, Item>,
  item: Item | undefined,
  stateOf: (item: Item) => State,
): Phase {
  if (item === undefined) return table.absent;
  const { [stateOf(item)]: rule } = table.states;
  return typeof rule === "function" ? rule(item) : rule;
}

/** Returns the pause after `polls` polls, in milliseconds: exponential backoff from 250 ms to five seconds. */
export function pollIntervalMs(polls: number): number {
  return Math.min(5_000, 250 * 1.5 ** Math.max(0, polls - 1));
}
