import { parseArgs } from "node:util";
import { backendNames, openBackend } from "../backends/backend.ts";
import { bindingNames, openBinding } from "../binding.ts";
import { KillFixture } from "./fixture.ts";
import type { CaseResult } from "./fixture.ts";
import { casesOf, interruptsOf, lateInterruptsOf, nameOf, sampleTenth } from "./cases.ts";
import { lifecycles, interruptedLifecycles } from "./lifecycles.ts";
import type { ResourceLifecycle } from "./lifecycles.ts";

const { values } = parseArgs({
  options: {
    /** Cases whose name contains this. */
    only: { type: "string", default: "" },
    /** A tenth of the cases, the same ones for the same seed. */
    seed: { type: "string" },
    /** Destroys only where a step's cases end. */
    quick: { type: "boolean", default: false },
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
const results: { readonly name: string; readonly result: CaseResult }[] = [];
const started = Date.now();

function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** Runs a part of the cases of a lifecycle, on a stack of its own. */
async function runCases(lifecycle: ResourceLifecycle, part: number, seen: Set<string>): Promise<void> {
  await using fixture = await KillFixture.open(lifecycle, binding, { seen, store: backend.newStore?.() });
  const interrupts = values.late ? lateInterruptsOf : interruptsOf;
  const all = (values.interrupts ? interrupts : casesOf)(lifecycle, await fixture.recordBaseline());
  const chosen = values.seed === undefined ? all : sampleTenth(all, Number(values.seed));
  const mine = chosen.filter((candidate, index) => index % workers === part && nameOf(candidate).includes(values.only));
  for (const [index, one] of mine.entries()) {
    const result = await fixture.runCase(one, !values.quick || mine[index + 1]?.step !== one.step);
    results.push({ name: nameOf(one), result });
    print(`${nameOf(one)}: ${summaryOf(result)}`, ...result.problems.map((problem) => `  ${problem}`));
  }
}

function summaryOf({ problems, exception, isMissed, isRepeated, reruns }: CaseResult): string {
  if (problems.length > 0) return "LOST";
  if (isRepeated) return "left the same as an earlier case";
  return exception ?? (isMissed ? "not reached" : `converged, reruns ${reruns}`);
}

const [first = ""] = values.only.split(" ");
const chosenLifecycles = (values.interrupts ? interruptedLifecycles : lifecycles).filter(({ resource }) => resource.startsWith(first));
const jobs = chosenLifecycles.flatMap((lifecycle) => {
  const seen = new Set<string>();
  return Array.from({ length: workers }, (_, part) => () => runCases(lifecycle, part, seen));
});
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  }),
);
const lost = results.filter(({ result }) => result.problems.length > 0);
const exceptions = results.filter(({ result }) => result.exception !== undefined);
const repeated = results.filter(({ result }) => result.isRepeated);
const missed = results.filter(({ result }) => result.isMissed && result.problems.length === 0);
const twice = results.filter(({ result }) => result.reruns > 1);
const seconds = Math.round((Date.now() - started) / 1000);
print(
  `${results.length} cases in ${seconds} s: ${results.length - lost.length - exceptions.length - missed.length - repeated.length} converged, ${repeated.length} left the same as one of these, ${missed.length} not reached, ${exceptions.length} documented exceptions, ${lost.length} lost; ${twice.length} needed a second rerun`,
);
process.exitCode = lost.length > 0 || results.length === 0 ? 1 : 0;
