// Runs scenarios in random orders. `npm run schedules [-- --runs 10000] [-- --seed 1] [-- --path 12:0]`.
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { messageOf } from "../../../provider/kernel/errors.ts";
import { anyOrder } from "./property.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "10000" }, seed: { type: "string", default: "1" }, path: { type: "string", default: "" } },
});
const started = performance.now();
const result = await fc.check(anyOrder(), {
  seed: Number(values.seed),
  numRuns: Number(values.runs),
  path: values.path,
  endOnFailure: true,
});
const seconds = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(`seed ${result.seed}: ${result.numRuns} orders in ${seconds} s\n`);
if (result.failed) {
  process.stdout.write(
    `FAILED; repeat with --seed ${result.seed} --path ${result.counterexamplePath ?? ""}\n${fc.defaultReportMessage(result) ?? ""}\n${messageOf(result.errorInstance)}\n`,
  );
  process.exitCode = 1;
}
