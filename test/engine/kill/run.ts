import { parseArgs } from "node:util";
import { backendNames, openBackend } from "../backends/backend.ts";
import { bindingNames, openBinding } from "../binding.ts";
import type { CaseResult } from "./fixture.ts";
import { casesOf, interruptsOf, lateInterruptsOf, nameOf, sampleTenth } from "./cases.ts";
import { lifecycles, interruptedLifecycles } from "./lifecycles.ts";
import { runCases } from "./run-cases.ts";

const { values } = parseArgs({
  options: {
    /** Cases whose name contains this. */
    only: { type: "string", default: "" },
    /** A tenth of the cases, the same ones for the same seed. */
    seed: { type: "string" },
    workers: { type: "string", default: "2" },
    /** `dynamic` or `plugin`. */
    binding: { type: "string", default: "dynamic" },
    /** What keeps the states: `file`, `postgres` or `s3`. */
    backend: { type: "string", default: "file" },
    /** Ctrl-C once and twice in place of kills. */
    interrupts: { type: "boolean", default: false },
    /** With `interrupts`: once, at writes that the service answers or executes seconds later. */
    late: { type: "boolean", default: false },
  },
});
const bindingName = bindingNames.find((name) => name === values.binding);
if (bindingName === undefined) throw new Error(`--binding is ${values.binding}; it can be ${bindingNames.join(" or ")}`);
await using binding = await openBinding(bindingName);
const backendName = backendNames.find((name) => name === values.backend);
if (backendName === undefined) throw new Error(`--backend is ${values.backend}; it can be ${backendNames.join(", ")}`);
await using backend = await openBackend(backendName);
const workers = Math.max(1, Number(values.workers));
const results: CaseResult[] = [];
const started = Date.now();

function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function summaryOf({ problems, exception, isMissed, isRepeated, reruns }: CaseResult): string {
  if (problems.length > 0) return "LOST";
  if (isRepeated) return "left the same as an earlier case";
  return exception ?? (isMissed ? "not reached" : `converged, reruns ${reruns}`);
}

const interrupts = values.late ? lateInterruptsOf : interruptsOf;
const cases: typeof casesOf = (...parts) => {
  const all = (values.interrupts ? interrupts : casesOf)(...parts);
  const chosen = values.seed === undefined ? all : sampleTenth(all, Number(values.seed));
  return chosen.filter((candidate) => nameOf(candidate).includes(values.only));
};
const [first = ""] = values.only.split(" ");
for (const lifecycle of values.interrupts ? interruptedLifecycles : lifecycles) {
  if (!lifecycle.resource.startsWith(first)) continue;
  await runCases({ binding, lifecycle, stacks: workers, cases, destroysEach: true, newStore: backend.newStore }, (one, result) => {
    results.push(result);
    print(`${nameOf(one)}: ${summaryOf(result)}`, ...result.problems.map((problem) => `  ${problem}`));
  });
}
const lost = results.filter(({ problems }) => problems.length > 0);
const exceptions = results.filter(({ exception }) => exception !== undefined);
const repeated = results.filter(({ isRepeated }) => isRepeated);
const missed = results.filter(({ isMissed, problems }) => isMissed && problems.length === 0);
const twice = results.filter(({ reruns }) => reruns > 1);
const seconds = Math.round((Date.now() - started) / 1000);
print(
  `${results.length} cases in ${seconds} s: ${results.length - lost.length - exceptions.length - missed.length - repeated.length} converged, ${repeated.length} left the same as one of these, ${missed.length} not reached, ${exceptions.length} documented exceptions, ${lost.length} lost; ${twice.length} needed a second rerun`,
);
process.exitCode = lost.length > 0 || results.length === 0 ? 1 : 0;
