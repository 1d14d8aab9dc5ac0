import * as fc from "fast-check";
import { runInOrder, scenarios } from "./schedule.ts";

/** The tasks of which one may be the last before the process is killed: more than most runs have. */
const mostTasks = 60;

/** A scenario in a random order, in half of the runs with a kill; `onLog` receives the calls of each run. */
export function anyOrder(onLog: (log: string) => void = () => undefined) {
  return fc.asyncProperty(
    fc.scheduler(),
    fc.constantFrom(...scenarios),
    fc.option(fc.integer({ min: 1, max: mostTasks }), { freq: 1, nil: undefined }),
    async (scheduler, scenario, killedAt) => {
      const { problems, log } = await runInOrder(scheduler, scenario, killedAt);
      onLog(log);
      if (problems.length > 0) throw new Error(`${scenario.name}, killed at task ${killedAt ?? "none"}:\n${problems.join("\n")}`);
    },
  );
}
