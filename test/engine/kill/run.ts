import { parseArgs } from "node:util";
import { KillFixture } from "./fixture.ts";
import type { CaseResult } from "./fixture.ts";
import { casesOf, nameOf, sampleTenth } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";
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
  },
});
const workers = Math.max(1, Number(values.workers));
const outcomes: { readonly name: string; readonly verdict: CaseResult }[] = [];
const started = Date.now();

function tell(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** A part of the cases of a life, on a stack of its own. */
async function lead(life: ResourceLifecycle, part: number): Promise<void> {
  await using bench = await KillFixture.open(life);
  const all = casesOf(life, await bench.recordBaseline());
  const chosen = values.seed === undefined ? all : sampleTenth(all, Number(values.seed));
  const mine = chosen.filter((candidate, index) => index % workers === part && nameOf(candidate).includes(values.only));
  for (const [index, one] of mine.entries()) {
    const verdict = await bench.runCase(one, !values.quick || mine[index + 1]?.step !== one.step);
    outcomes.push({ name: nameOf(one), verdict });
    const said =
      verdict.problems.length > 0
        ? "LOST"
        : (verdict.window ?? (verdict.reruns === 0 ? "not reached" : `converged, reruns ${verdict.reruns}`));
    tell(`${nameOf(one)}: ${said}`, ...verdict.problems.map((problem) => `  ${problem}`));
  }
}

const [first = ""] = values.only.split(" ");
const chosenLives = lifecycles.filter(({ resource }) => resource.startsWith(first));
const jobs = chosenLives.flatMap((life) => Array.from({ length: workers }, (_, part) => () => lead(life, part)));
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  }),
);
const lost = outcomes.filter(({ verdict }) => verdict.problems.length > 0);
const windows = outcomes.filter(({ verdict }) => verdict.window !== undefined);
const missed = outcomes.filter(({ verdict }) => verdict.reruns === 0 && verdict.problems.length === 0);
const twice = outcomes.filter(({ verdict }) => verdict.reruns > 1);
const seconds = Math.round((Date.now() - started) / 1000);
tell(
  `${outcomes.length} cases in ${seconds} s: ${outcomes.length - lost.length - windows.length - missed.length} converged, ${missed.length} not reached, ${windows.length} in the window, ${lost.length} lost; ${twice.length} needed a second rerun`,
);
process.exitCode = lost.length > 0 || outcomes.length === 0 ? 1 : 0;
