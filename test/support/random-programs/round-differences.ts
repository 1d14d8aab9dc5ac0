import type { z } from "zod";
import type { Report } from "../../../access/diff/report.ts";
import { keyOf } from "./access.ts";
import { differencesOf, type Reality } from "./access-differences.ts";
import { stepDifferences } from "./steps.ts";

type Changes = z.infer<typeof Report>["changes"];

/** What a preview has shown of one program, and what the update has done. */
interface Round {
  /** The predicted access without a read of the service, and with one. */
  readonly alone: Changes;
  readonly live: Changes;
  readonly reality: Reality;
  /** What no resource of the state has put into the program's shares; only a read of the service finds it. */
  readonly unmanaged: readonly string[];
  readonly announced: readonly string[];
  readonly taken: readonly string[];
  /** Outputs that were shown as known and are different. */
  readonly unequal: readonly string[];
}

/** Returns every difference between what a preview has shown and what the update has done, one line each. */
export function roundDifferences({ alone, live, reality, unmanaged, announced, taken, unequal }: Round): string[] {
  return [
    ...(unmanaged.length > 0
      ? []
      : differencesOf(
          alone.map((change) => withLivePending(change, live)),
          reality,
        )),
    ...differencesOf(live, reality).map((line) => `with --live: ${line}`),
    ...stepDifferences(announced, taken),
    // The engine shows the arguments of a dynamic resource as its outputs. `adopt` is an argument of the creation alone, and no output.
    // What the program only reads is as it was at the time of the preview: the update reads it again, beside its own changes of it.
    ...unequal.filter((line) => !/: \S+ \S+\.adopt: |: read /.test(line)),
  ];
}

/** A target that was invited again by hand waits although its acceptor has accepted: only a read of the service finds that. */
function withLivePending(change: Changes[number], live: Changes): Changes[number] {
  const key = keyOf(change);
  return { ...change, pending: change.pending || live.some((other) => other.pending && keyOf(other) === key) };
}
