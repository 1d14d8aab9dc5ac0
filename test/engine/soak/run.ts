import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../../provider/kernel/random.ts";
import { SoakFixture } from "./fixture.ts";
import { editProgram, textOf } from "./program.ts";
import type { Program } from "./program.ts";
import { describe, randomStepFault } from "./step-faults.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" }, seed: { type: "string", default: "1" } } });
const seed = Number(values.seed);
const until = Date.now() + Number(values.minutes) * 60_000;
const random = seededRandom(seed);
const totals = { steps: 0, faults: 0, kills: 0, reruns: 0, exceptions: 0, destroys: 0 };

function printLines(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function totalsText(): string {
  return Object.entries(totals)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

/** One step in eight destroys everything, and the last one does. */
async function soak(fixture: SoakFixture): Promise<boolean> {
  let program: Program = {};
  for (;;) {
    const isLast = Date.now() >= until;
    const destroys = isLast || (totals.steps > 0 && random.next() < 0.12);
    program = destroys ? {} : editProgram(program, random);
    const fault = randomStepFault(random);
    const result = await fixture.step(destroys ? undefined : program, fault);
    totals.steps += 1;
    totals.destroys += destroys ? 1 : 0;
    for (const name of ["faults", "kills", "reruns", "exceptions"] as const) totals[name] += result[name];
    printLines(
      `step ${totals.steps}: ${destroys ? "destroy" : `up of ${Object.keys(program).join(", ")}`}, ${describe(fault)}: ${result.reruns} reruns`,
    );
    if (result.exceptions > 0)
      printLines(
        `  ${result.exceptions} lost, a documented exception: after the create tag was removed, before the engine recorded the id`,
      );
    if (result.problems.length > 0) {
      const folder = mkdtempSync(join(tmpdir(), "resourceshare-soak-"));
      const { world, state } = fixture.diagnostics();
      for (const [name, text] of Object.entries({ "world.json": world, "state.json": state, "index.js": textOf(program) })) {
        writeFileSync(join(folder, name), text);
      }
      printLines(
        ...result.problems.map((problem) => `  ${problem}`),
        `Violated in step ${totals.steps} of seed ${seed}; program, state and world are in ${folder}`,
      );
      return false;
    }
    if (isLast) return true;
  }
}

await using fixture = await SoakFixture.open();
const isClean = await soak(fixture);
printLines(`seed ${seed}: ${totalsText()}; ${isClean ? "nothing lost" : "VIOLATED"}`);
process.exitCode = isClean ? 0 : 1;
