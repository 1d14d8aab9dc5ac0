import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../provider/kernel/random.ts";
import { SoakBench } from "./bench.ts";
import { edited, textOf } from "./program.ts";
import type { Program } from "./program.ts";
import { describe, randomTrouble } from "./trouble.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" }, seed: { type: "string", default: "1" } } });
const seed = Number(values.seed);
const until = Date.now() + Number(values.minutes) * 60_000;
const random = seededRandom(seed);
const sum = { steps: 0, faults: 0, kills: 0, reruns: 0, windows: 0, destroys: 0 };

function tell(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function total(): string {
  return Object.entries(sum)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

/** One step in eight destroys everything, and the last one does. */
async function soak(bench: SoakBench): Promise<boolean> {
  let program: Program = {};
  for (;;) {
    const isLast = Date.now() >= until;
    const destroys = isLast || (sum.steps > 0 && random.next() < 0.12);
    program = destroys ? {} : edited(program, random);
    const trouble = randomTrouble(random);
    const went = await bench.step(destroys ? undefined : program, trouble);
    sum.steps += 1;
    sum.destroys += destroys ? 1 : 0;
    for (const name of ["faults", "kills", "reruns", "windows"] as const) sum[name] += went[name];
    tell(
      `step ${sum.steps}: ${destroys ? "destroy" : `up of ${Object.keys(program).join(", ")}`}, ${describe(trouble)}: ${went.reruns} reruns`,
    );
    if (went.windows > 0) tell(`  ${went.windows} lost in the window: after the mark was taken off, before the id was written down`);
    if (went.problems.length > 0) {
      const folder = mkdtempSync(join(tmpdir(), "resourceshare-soak-"));
      const { world, state } = bench.evidence();
      for (const [name, text] of Object.entries({ "world.json": world, "state.json": state, "index.js": textOf(program) })) {
        writeFileSync(join(folder, name), text);
      }
      tell(
        ...went.problems.map((problem) => `  ${problem}`),
        `Violated in step ${sum.steps} of seed ${seed}; program, state and world are in ${folder}`,
      );
      return false;
    }
    if (isLast) return true;
  }
}

await using bench = await SoakBench.open();
const isClean = await soak(bench);
tell(`seed ${seed}: ${total()}; ${isClean ? "nothing lost" : "VIOLATED"}`);
process.exitCode = isClean ? 0 : 1;
