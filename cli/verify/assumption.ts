import type { Seen } from "./answers.ts";
import type { Permitted } from "./permitted.ts";
import type { Scenario } from "./scenario.ts";

/** What a probe needs besides credentials; the option that permits it. */
export const needs: Readonly<Record<string, { readonly options: readonly string[]; readonly isMet: (permitted: Permitted) => boolean }>> = {
  writes: { options: ["--allow-writes"], isMet: ({ writes }) => writes },
  resource: { options: ["--allow-writes", "--resource"], isMet: ({ writes, resource }) => writes && resource !== undefined },
  target: { options: ["--allow-writes", "--target"], isMet: ({ writes, target }) => writes && target !== undefined },
  external: { options: ["--allow-writes", "--external"], isMet: ({ writes, external }) => writes && external !== undefined },
  receiver: {
    options: ["--allow-writes", "--external", "--receiver"],
    isMet: ({ writes, external, receiver }) => writes && external !== undefined && receiver !== undefined,
  },
  throttle: { options: ["--throttle"], isMet: ({ throttle }) => throttle },
};

/** An assumption about the service: one entry of docs/assumptions.md. */
export type Assumption = Probed | Undecided;

/** An assumption that calls decide. */
export interface Probed {
  readonly id: string;
  /** What is asked of the service. */
  readonly asked: string;
  /** What the answer is, if the assumption holds. */
  readonly expected: string;
  readonly needs?: readonly (keyof typeof needs)[];
  /**
   * Asks, and judges the answer.
   * @throws NotTried when the answer cannot be had
   */
  readonly probe: (run: Scenario) => Promise<Seen>;
}

/** An assumption that no call of this command decides. */
export interface Undecided {
  readonly id: string;
  readonly why: string;
}
