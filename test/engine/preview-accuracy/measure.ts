import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { createSimulator, immediately, serve, type Simulator } from "../../../provider/simulator/index.ts";
import type { Report } from "../../../sdk/access/diff/report.ts";
import { withoutAdoption } from "../../support/random-programs/adoption.ts";
import { conditionsOf, isRefreshedBefore } from "../../support/random-programs/conditions.ts";
import { accountsOf, missingOf, sharesInState, strangersOf } from "../../support/random-programs/access.ts";
import { islandOfChange } from "../../support/random-programs/access-differences.ts";
import { describeChange } from "../../support/random-programs/describe-change.ts";
import { roundDifferences } from "../../support/random-programs/round-differences.ts";
import { RandomChoices } from "../../support/random-programs/random.ts";
import { applyDrift, hasAdditionsByOthers } from "../../support/random-programs/drift.ts";
import { editProgram, firstProgram } from "../../support/random-programs/edits.ts";
import { emptyProgram, type Program, recordFailure } from "../../support/random-programs/model.ts";
import { credentialsOf, programNumberOf, type Workspace, workspaceOf, worldOf } from "../../support/random-programs/workspace.ts";
import { entriesOf, forcedUrns, programText } from "../../support/random-programs/render.ts";
import { failuresOf, outputDifferences, outputsOf, stepsOf } from "../../support/random-programs/steps.ts";
import { type Binding, type BindingName, openBinding, urnOf } from "../binding.ts";
import { Project } from "../pulumi.ts";
import { createRefusingService, type RefusingService } from "./refusing-service.ts";

/** How much is tried, and from which seed. */
export interface AccuracyOptions {
  readonly binding: BindingName;
  readonly seed: number;
  readonly programNumbers: readonly number[];
  readonly rounds: number;
}

/** How much was compared, and every difference between what was predicted and what happened. */
export interface Findings {
  edits: number;
  /** Updates that were made to fail, from which the edits of all programs have started. */
  failedUpdates: number;
  /** Edits that were predicted without a read of the service. */
  withoutLive: number;
  accesses: number;
  steps: number;
  /** Resources whose previewed outputs were compared with those after the update. */
  outputs: number;
  readonly differences: string[];
}

/** Predicts from a preview's file, with or without a read of the service and the file of a state. */
export type Predict = (
  path: string,
  sources: { readonly isLive?: boolean; readonly state?: string | undefined },
) => Promise<z.infer<typeof Report>>;

interface ProgramState {
  readonly place: Workspace;
  readonly random: RandomChoices;
  before: Program;
  program: Program;
  drifted: readonly string[];
  /** Whether no out-of-band addition can collide with the lists that `ignoreChanges` keeps. */
  canIgnore: boolean;
  canAdopt: boolean;
}

/** A world of islands, and one stack over all of them. */
export interface AccuracyFixture extends AsyncDisposable {
  readonly options: AccuracyOptions;
  readonly env: Readonly<Record<string, string>>;
  readonly simulator: Simulator;
  readonly service: RefusingService;
  /** Chooses what happens to the whole stack. */
  readonly random: RandomChoices;
  readonly project: Project;
  readonly binding: Binding;
  readonly programs: readonly ProgramState[];
}

export async function openFixture(options: AccuracyOptions): Promise<AccuracyFixture> {
  const places = options.programNumbers.map(workspaceOf);
  const simulator = createSimulator({
    world: worldOf(places),
    limits: false,
    pace: { associate: immediately, disassociate: immediately, deleteShare: immediately, accept: immediately },
  });
  await using opened = new AsyncDisposableStack();
  const binding = opened.use(await openBinding(options.binding));
  const service = createRefusingService(simulator);
  const { url, close } = await serve(service.simulator);
  opened.defer(close);
  const env = { RESOURCESHARE_ENDPOINT: url, RESOURCESHARE_STS_ENDPOINT: url, PULUMI_DEBUG_COMMANDS: "true", ...credentialsOf(places) };
  const files = { ...binding.files, "index.js": binding.program(programText), "program.json": "[]" };
  const project = opened.use(await Project.open({ env, files }));
  const programs = places.map((place) => ({
    place,
    random: new RandomChoices(options.seed * 1009 + place.number),
    before: emptyProgram,
    program: emptyProgram,
    drifted: [],
    ...{ canIgnore: true, canAdopt: true },
  }));
  const kept = opened.move();
  return {
    options,
    env,
    simulator,
    service,
    project,
    binding,
    programs,
    random: new RandomChoices(options.seed),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Edits the program of every island, round for round, and compares what a preview predicts with what the update does. */
export async function measureAccuracy(fixture: AccuracyFixture, predict: Predict): Promise<Findings> {
  const findings: Findings = { edits: 0, failedUpdates: 0, withoutLive: 0, accesses: 0, steps: 0, outputs: 0, differences: [] };
  for (let round = 0; round < fixture.options.rounds; round += 1) {
    for (const island of fixture.programs) Object.assign(island, { drifted: [], canIgnore: true, canAdopt: true });
    const isAfterFailure = !isRefreshedBefore(round) && fixture.random.chance(0.4) && (await failUpdate(fixture, round));
    if (isRefreshedBefore(round)) await refresh(fixture);
    if (isAfterFailure) findings.failedUpdates += 1;
    editAll(fixture, round);
    const before = findings.differences.length;
    const isDone = await compareRound(fixture, round, { predict, findings, isAfterFailure });
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

async function refresh({ simulator, project, programs }: AccuracyFixture): Promise<void> {
  for (const island of programs) {
    island.drifted = island.random.chance(0.6) ? applyDrift({ simulator, ...island }) : [];
    island.canIgnore = island.canAdopt = !hasAdditionsByOthers(island.drifted);
    island.program = withoutAdoption(island.program);
  }
  await project.succeed(["refresh", "--yes", "--skip-preview"], { timeoutMs });
}

/** Applies edited programs with an update that fails at a random write; returns whether it has failed. */
async function failUpdate(fixture: AccuracyFixture, round: number): Promise<boolean> {
  const { project, programs, random, service } = fixture;
  const nth = 1 + random.integerBelow(programs.length);
  for (const island of programs) island.canAdopt = false;
  editAll(fixture, round);
  for (const island of programs) {
    island.program = recordFailure(island.before, island.program);
    island.drifted = [`write ${nth} of an update was refused`];
  }
  project.write({ "program.json": JSON.stringify(entriesOfAll(programs)) });
  let code: number | null = 0;
  await service.refuseWrite(nth, async () => void ({ code } = await project.run(["up", "--yes", "--skip-preview"], { timeoutMs })));
  return code !== 0;
}

function editAll({ simulator, project, programs }: AccuracyFixture, round: number): void {
  const ids = new Set(managed(project.resources()).flatMap(({ id }) => id ?? []));
  for (const island of programs) {
    const { place, random, program, canIgnore, canAdopt } = island;
    const conditions = conditionsOf({ simulator, place, program, random, round, managed: ids }, canIgnore, canAdopt);
    island.before = program;
    island.program = program.count === 0 ? firstProgram(conditions) : editProgram(program, conditions);
  }
}

function entriesOfAll(programs: readonly ProgramState[]) {
  return programs.flatMap(({ program, place }) => entriesOf(program, place));
}

const timeoutMs = 170_000;

interface RoundOptions {
  readonly predict: Predict;
  readonly findings: Findings;
  readonly isAfterFailure: boolean;
}

async function compareRound(fixture: AccuracyFixture, round: number, options: RoundOptions): Promise<boolean> {
  const { predict, findings, isAfterFailure } = options;
  const { simulator, project, binding, programs } = fixture;
  const file = (name: string) => join(project.folder, `${name}-${round}.json`);
  const entries = entriesOfAll(programs);
  project.write({ "program.json": JSON.stringify(entries) });
  const all = project.resources();
  const state = managed(all);
  const inState = new Set(all.map(({ urn }) => urn));
  // The engine refuses to replace what it does not know, or knows by a former name.
  const urns = programs.flatMap(({ program }) => forcedUrns(program, (kind, name) => urnOf(binding, kind, name)));
  const forced = urns.flatMap((urn) => (inState.has(urn) ? ["--replace", urn] : []));
  const where = `seed ${fixture.options.seed}, round ${round}`;
  const preview = await project.run(["preview", "--json", "--show-sames", ...forced, "--event-log", file("announced")], { timeoutMs });
  if (preview.code !== 0) {
    const refused = failuresOf(readFileSync(file("announced"), "utf8"));
    findings.differences.push([where, ...refused, preview.stderr].join("\n  "));
    return false;
  }
  writeFileSync(file("preview"), preview.stdout);
  // What a failed update has left is in the state only.
  const stateFile = isAfterFailure ? file("state") : undefined;
  if (stateFile !== undefined) await project.succeed(["stack", "export", "--file", stateFile], { timeoutMs });
  const [alone, live] = await Promise.all([predict(file("preview"), {}), predict(file("preview"), { isLive: true, state: stateFile })]);
  const ownBefore = sharesInState(state);
  // A preview reads the default account, which is that of the first island, and the accounts and regions of its resources only.
  const places = new Set([`${programs[0]?.place.owners.main.id} cn-hangzhou`, ...[...ownBefore].map((id) => placeOf(simulator, id))]);
  for (const { outputs = {} } of all)
    places.add(`${accountIdOf(programs, outputs["account"])} ${String(outputs["regionId"] ?? "cn-hangzhou")}`);
  for (const { args } of entries) places.add(`${accountIdOf(programs, args["account"])} ${String(args["region"] ?? "cn-hangzhou")}`);
  const accessNow = (own: ReadonlySet<string>) =>
    accountsOf(simulator, (id) => own.has(id) || [...places].some((place) => place.startsWith(placeOf(simulator, id))));
  const before = accessNow(ownBefore);
  const pending = state.filter((resource) => resource.delete === true || resource.pendingReplacement === true);
  const missing = missingOf(simulator, state);
  const unmanagedItems = new Map(
    programs.map(({ place }) => [
      place.number,
      [
        ...strangersOf(simulator, place, state),
        ...[...missing, ...pending.map(({ urn }) => `pending: ${urn}`)].filter(
          (text) => (programNumberOf(text) ?? place.number) === place.number,
        ),
      ],
    ]),
  );
  const update = await project.run(["up", "--yes", "--skip-preview", ...forced, "--event-log", file("taken")], {
    timeoutMs,
  });
  const failures = update.code === 0 ? [] : failuresOf(readFileSync(file("taken"), "utf8"));
  if (update.code !== 0 && failures.length === 0) throw new Error(`${where}: ${update.stdout}\n${update.stderr}`);
  const ownAfter = sharesInState(managed(project.resources()));
  const after = accessNow(new Set([...ownBefore, ...ownAfter]));
  // What the engine takes for deleted, and an interrupted deletion has left, is of the stack no longer.
  const shares = new Set([...sharesInState(state.filter(({ pendingReplacement }) => pendingReplacement !== true)), ...ownAfter]);
  const logs = [readFileSync(file("announced"), "utf8"), readFileSync(file("taken"), "utf8")] as const;
  const [announced, taken] = [stepsOf(logs[0]), stepsOf(logs[1])];
  // A document does not show what goes with a share that is deleted before its replacement.
  const deletedWithShares = announced.filter((step) => step.includes(": remove-pending-replace "));
  const [known, reached] = [outputsOf(logs[0]), outputsOf(logs[1])];
  const unequal = outputDifferences(known, reached);
  findings.outputs += [...known.keys()].filter((step) => reached.has(step)).length;
  findings.differences.push(...simulator.invariants().map((broken) => `${where}: ${broken}`));
  for (const island of programs) {
    const { number } = island.place;
    const actual = { before: before.get(number) ?? new Map(), after: after.get(number) ?? new Map(), shares };
    const isMine = (step: string) => programNumberOf(step) === number;
    const changesOf = ({ changes }: z.infer<typeof Report>) => changes.filter((change) => islandOfChange(change) === number);
    const unmanaged = [
      ...(unmanagedItems.get(number) ?? []),
      ...deletedWithShares.filter(isMine).map((step) => `deleted with what it depends on: ${step}`),
    ];
    const failed = failures.filter(isMine);
    const found =
      failures.length > 0
        ? failed
        : roundDifferences({
            ...{ alone: changesOf(alone), live: changesOf(live), reality: actual, unmanaged },
            ...{ announced: announced.filter(isMine), taken: taken.filter(isMine), unequal: unequal.filter(isMine) },
          });
    findings.edits += 1;
    findings.withoutLive += unmanaged.length > 0 ? 0 : 1;
    findings.accesses += new Set([...actual.before.keys(), ...actual.after.keys()]).size;
    findings.steps += announced.filter(isMine).length;
    if (found.length > 0) {
      findings.differences.push(
        `${[`${where}, island ${number}`, ...found].join("\n  ")}\n${describeEdits(island)}\n  strangers: ${unmanaged.join("; ")}`,
      );
    }
  }
  return failures.length === 0;
}

/** What the stack manages: what the program only reads adds no access. */
function managed(resources: ReturnType<Project["resources"]>) {
  return resources.filter(({ external }) => external !== true);
}

/** The account and the region of a share; the account alone where it is in every region. */
function placeOf({ world }: Simulator, shareId: string): string {
  const { owner, region = "" } = world.shares.get(shareId) ?? {};
  return `${owner} ${region}`;
}

/** The id of an account by its name in the configuration; the default account is that of the first island. */
function accountIdOf(programs: readonly ProgramState[], name: unknown): string | undefined {
  const accounts = programs.flatMap(({ place }) => [place.owners.main, place.owners.second, place.consumer]);
  return accounts.find(({ account }) => account === name)?.id;
}

/** What was edited, for the search for the reason of a difference. */
function describeEdits({ place, before, program, drifted }: ProgramState): string {
  return `  island ${place.number}; others did: ${drifted.join("; ") || "nothing"}\n${describeChange(before, program, place)}`;
}
