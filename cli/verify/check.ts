import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import type { Permitted, Run } from "./run.ts";

/** How calls decide an assumption about the service: an entry of docs/assumptions.md. */
export interface Check {
  readonly id: string;
  /** The options that permit its calls. */
  readonly needs: readonly (keyof Permitted)[];
  /** What is asked of the service. */
  readonly asked: string;
  /** What is seen when the assumption holds. What is in parentheses is for readers, and is not compared. */
  readonly expected: string;
  /**
   * Asks, and returns what is seen.
   * @throws NotTried when the answer cannot be had
   */
  readonly see: (run: Run, expected: string) => Promise<string>;
}

/** What checks need that create a share. A check that puts something into the share needs the option for that too. */
export const writes: Check["needs"] = ["allow-writes"];

/** A check; see {@link Check} for its parts. */
export function check(id: string, needs: Check["needs"], asked: string, expected: string, see: Check["see"]): Check {
  return { id, needs, asked, expected, see };
}

/** Whether a check sees what it expects. */
export function isAsExpected(seen: string, expected: string): boolean {
  const compared = (text: string) => text.replaceAll(/ \([^)]*\)/g, "");
  return compared(seen) === compared(expected);
}

/** What several checks of a run build on: the first one that needs it takes the step, and a failure is that of all. */
export function step<Result>(take: (run: Run) => Promise<Result>): (run: Run) => Promise<Result> {
  const taken = new WeakMap<Run, Promise<Result>>();
  return (run) => getOrCreate(taken, run, () => take(run));
}

/** Reads until what is expected is seen, at the latest when lists certainly show what was written; returns what is seen then. */
export function seenUntil(run: Run, expected: string, read: () => Promise<unknown>): Promise<string> {
  return run.poll(
    async () => String(await read()),
    (text) => text === expected,
  );
}
