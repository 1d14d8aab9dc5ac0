import { withoutAdoption } from "../../support/random-programs/adoption.ts";
import { conditionsOf, isRefreshedBefore } from "../../support/random-programs/conditions.ts";
import { applyDrift, hasAdditionsByOthers } from "../../support/random-programs/drift.ts";
import { editProgram, firstProgram } from "../../support/random-programs/edits.ts";
import { recordFailure } from "../../support/random-programs/model.ts";
import { compareRound, type Findings, type Predict } from "./compare-round.ts";
import { type AccuracyFixture, managed, timeoutMs, writePrograms } from "./fixture.ts";

/** Edits every random program, round for round, and compares what a preview predicts with what the update does. */
export async function measureAccuracy(fixture: AccuracyFixture, predict: Predict): Promise<Findings> {
  const findings: Findings = { edits: 0, failedUpdates: 0, withoutLive: 0, accesses: 0, steps: 0, outputs: 0, differences: [] };
  let refreshes = 0;
  for (let round = 0; round < fixture.options.rounds; round += 1) {
    for (const one of fixture.programs) Object.assign(one, { drifted: [], canIgnore: true, canAdopt: true });
    const isAfterFailure = !isRefreshedBefore(round) && fixture.random.chance(0.4) && (await failUpdate(fixture, round));
    if (isAfterFailure) findings.failedUpdates += 1;
    const flags: string[] = [];
    if (isRefreshedBefore(round)) {
      changeOutOfBand(fixture);
      refreshes += 1;
      // In turn, a part of the preview and of the update, or a command of its own.
      if (refreshes % 2 === 1) flags.push("--refresh");
      else await fixture.project.succeed(["refresh", "--yes", "--skip-preview"], { timeoutMs });
    }
    editAll(fixture, round);
    const before = findings.differences.length;
    const isDone = await compareRound(fixture, round, { predict, findings, isAfterFailure, flags });
    for (const difference of findings.differences.slice(before)) process.stdout.write(`${difference}\n`);
    process.stdout.write(`${countsOf(findings)}\n`);
    // After an update that failed, every later round would report it again.
    if (!isDone) break;
  }
  return findings;
}

/** The counts of a run so far, as one line. */
function countsOf(findings: Findings): string {
  return JSON.stringify({ ...findings, differences: findings.differences.length });
}

/** Changes shares out of band. The stack is refreshed afterwards. */
function changeOutOfBand({ simulator, programs }: AccuracyFixture): void {
  for (const one of programs) {
    one.drifted = one.random.chance(0.6) ? applyDrift({ simulator, ...one }) : [];
    one.canIgnore = one.canAdopt = !hasAdditionsByOthers(one.drifted);
    one.program = withoutAdoption(one.program);
  }
}

/** Applies edited programs with an update that fails at a random write; returns whether it has failed. */
async function failUpdate(fixture: AccuracyFixture, round: number): Promise<boolean> {
  const { project, programs, random, service } = fixture;
  const nth = 1 + random.integerBelow(programs.length);
  for (const one of programs) one.canAdopt = false;
  editAll(fixture, round);
  for (const one of programs) {
    one.program = recordFailure(one.before, one.program);
    one.drifted = [`write ${nth} of an update was refused`];
  }
  writePrograms(fixture);
  let code: number | null = 0;
  await service.refuseWrite(nth, async () => void ({ code } = await project.run(["up", "--yes", "--skip-preview"], { timeoutMs })));
  return code !== 0;
}

function editAll({ simulator, project, programs }: AccuracyFixture, round: number): void {
  const ids = new Set(managed(project.resources()).flatMap(({ id }) => id ?? []));
  for (const one of programs) {
    const { place, random, program, canIgnore, canAdopt } = one;
    const conditions = conditionsOf({ simulator, place, program, random, round, managed: ids, hasOptions: canIgnore, canAdopt });
    one.before = program;
    one.program = program.count === 0 ? firstProgram(conditions) : editProgram(program, conditions);
  }
}
