import * as fc from "fast-check";
import { type Ending, runInOrder, scenarios } from "./schedule.ts";

/** The tasks of which one may be the last before a kill or a cancellation: more than most runs have. */
const mostTasks = 60;
/** The longest of the short timeouts of an operation, in milliseconds: most operations need less. */
const longestTimeoutMs = 15_000;

const anyEnding: fc.Arbitrary<Ending> = fc.oneof(
  fc.record({ kind: fc.constantFrom("killed", "cancelled"), task: fc.integer({ min: 1, max: mostTasks }) }),
  fc.record({ kind: fc.constant("timed out"), timeoutMs: fc.integer({ min: 1, max: longestTimeoutMs }) }),
);

/** A scenario in a random order, in two of three runs with an early end; `onLog` receives the calls of each run. */
export function anyOrder(onLog: (log: string) => void = () => undefined) {
  return fc.asyncProperty(
    fc.scheduler(),
    fc.constantFrom(...scenarios),
    fc.option(anyEnding, { freq: 2, nil: undefined }),
    async (scheduler, scenario, ending) => {
      const { problems, log } = await runInOrder(scheduler, scenario, ending);
      onLog(log);
      if (problems.length > 0) throw new Error(`${scenario.name}, ${JSON.stringify(ending) ?? "to its end"}:\n${problems.join("\n")}`);
    },
  );
}
