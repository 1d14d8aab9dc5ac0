/** What a state means for a wait: it ends with success, continues, or fails. */
export type Phase = "target" | "pending" | "failed";

/**
 * Maps each state of a record to the phase of a wait; a state without an entry does not compile.
 * The timeout and the minimum interval are those of the wait (`wait.ts`, `schedule.ts`).
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
