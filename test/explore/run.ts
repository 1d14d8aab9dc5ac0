// Lives random lives of a stack whose parts move between resources. `npm run explore [-- --runs 3000] [-- --seed 1]`.
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { anyLife, live } from "./moves.ts";

const { values } = parseArgs({ options: { runs: { type: "string", default: "3000" }, seed: { type: "string", default: "1" } } });
const started = performance.now();
const result = await fc.check(
  fc.asyncProperty(anyLife, async (life) => {
    const [finding] = await live(life);
    if (finding) throw new Error(`${finding.invariant}: ${finding.text}\n${finding.path.join("\n")}`);
  }),
  { seed: Number(values.seed), numRuns: Number(values.runs) },
);
process.stdout.write(`${result.numRuns} lives in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
if (result.failed) {
  const { errorInstance, counterexample } = result;
  process.stdout.write(`${errorInstance instanceof Error ? errorInstance.message : ""}\n${JSON.stringify(counterexample)}\n`);
  process.exitCode = 1;
}
