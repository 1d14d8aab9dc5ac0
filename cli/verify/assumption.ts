import type { Seen } from "./answers.ts";
import type { Permitted } from "./permitted.ts";
import type { Scenario } from "./scenario.ts";

/** An assumption about the service: one entry of docs/assumptions.md. */
export type Assumption = Probed | Undecided;

/** An assumption that calls decide. */
export interface Probed {
  readonly id: string;
  /** What is asked of the service. */
  readonly asked: string;
  /** What the answer is, if the assumption holds. */
  readonly expected: string;
  readonly needs?: readonly (keyof Permitted)[];
  /**
   * Asks, and classifies the answer.
   * @throws NotTried when the answer cannot be had
   */
  readonly probe: (run: Scenario) => Promise<Seen>;
}

/** An assumption that no call of this command decides. */
export interface Undecided {
  readonly id: string;
  readonly why: string;
}
