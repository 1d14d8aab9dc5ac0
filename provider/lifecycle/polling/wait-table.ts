/** What a state means to the one who waits. */
export type Phase = "done" | "wait" | "failed";

/**
 * What is waited for, as a total table: a state that nobody judged does not compile.
 * Where a state alone does not decide, the table holds a function of the record.
 */
export interface WaitTable<State extends string, Item> {
  /** What things become: "associated", "deleted". */
  readonly name: string;
  readonly states: { readonly [S in State]: Phase | ((item: Item) => Phase) };
  /** What it means that there is no record. */
  readonly absent: Phase;
}

/** What a table says of one record, or of its absence. */
export function phaseOf<State extends string, Item>(
  table: WaitTable<State, Item>,
  item: Item | undefined,
  stateOf: (item: Item) => State,
): Phase {
  if (item === undefined) return table.absent;
  const { [stateOf(item)]: rule } = table.states;
  return typeof rule === "function" ? rule(item) : rule;
}

/** The pause before the next look: a quarter of a second at first, then longer, at most five seconds. */
export function pollIntervalMs(looks: number): number {
  return Math.min(5_000, 250 * 1.5 ** Math.max(0, looks - 1));
}
