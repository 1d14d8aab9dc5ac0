import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { Simulator } from "../../../simulator/index.ts";
import type { Report } from "../../../access/diff/report.ts";
import { type Account, accountsOf, missingOf, sharesInState, unmanagedIn } from "../../support/random-programs/access.ts";
import { accessDuring, type Course, createCourse } from "../../support/random-programs/interruptions.ts";
import { programNumberOfChange } from "../../support/random-programs/access-differences.ts";
import { describeChange } from "../../support/random-programs/describe-change.ts";
import { roundDifferences } from "../../support/random-programs/round-differences.ts";
import { forcedUrns } from "../../support/random-programs/render.ts";
import { failuresOf, outputDifferences, outputsOf, stepsOf } from "../../support/random-programs/steps.ts";
import { programNumberOf } from "../../support/random-programs/workspace.ts";
import { urnOf } from "../binding.ts";
import type { Project } from "../pulumi.ts";
import { type AccuracyFixture, managed, type ProgramState, timeoutMs, writePrograms } from "./fixture.ts";

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

type ResourcesInState = ReturnType<Project["resources"]>;

interface RoundOptions {
  readonly predict: Predict;
  readonly findings: Findings;
  readonly isAfterFailure: boolean;
  /** Added to the preview and to the update. */
  readonly flags: readonly string[];
}

/** What the preview and the update of all programs have shown. */
interface StackRound {
  /** The seed and the number of the round. */
  readonly where: string;
  /** The predictions without a read of the service, and with one. */
  readonly alone: z.infer<typeof Report>;
  readonly live: z.infer<typeof Report>;
  readonly before: ReadonlyMap<number, Account>;
  readonly after: ReadonlyMap<number, Account>;
  readonly course: Course;
  /** Whether a preview can know of a share. */
  readonly isKnown: (shareId: string) => boolean;
  /** The shares of the stack before or after the update. */
  readonly shares: ReadonlySet<string>;
  readonly unmanaged: ReadonlyMap<number, readonly string[]>;
  readonly announced: readonly string[];
  readonly taken: readonly string[];
  /** Outputs that were shown as known and are different. */
  readonly unequal: readonly string[];
  /** Why the update has failed. */
  readonly failures: readonly string[];
}

/** Previews and applies the programs as they are, and compares both. Returns whether the update has succeeded. */
export async function compareRound(fixture: AccuracyFixture, round: number, options: RoundOptions): Promise<boolean> {
  const { predict, findings, isAfterFailure } = options;
  const { simulator, project, programs } = fixture;
  const where = `seed ${fixture.options.seed}, round ${round}`;
  const file = (name: string) => join(project.folder, `${name}-${round}.json`);
  const entries = writePrograms(fixture);
  const resources = project.resources();
  const state = managed(resources);
  const flags = [...replacementFlags(fixture, resources), ...options.flags];

  const preview = await project.run(["preview", "--json", "--show-sames", ...flags, "--event-log", file("announced")], { timeoutMs });
  const announcedLog = readFileSync(file("announced"), "utf8");
  if (preview.code !== 0) {
    findings.differences.push([where, ...failuresOf(announcedLog), preview.stderr].join("\n  "));
    return false;
  }
  writeFileSync(file("preview"), preview.stdout);
  // What a failed update has left is in the state only.
  const stateFile = isAfterFailure ? file("state") : undefined;
  if (stateFile !== undefined) await project.succeed(["stack", "export", "--file", stateFile], { timeoutMs });
  const [alone, live] = await Promise.all([predict(file("preview"), {}), predict(file("preview"), { isLive: true, state: stateFile })]);

  const readPlaces = placesOfPreview(fixture, resources, entries);
  const knownWith = (own: ReadonlySet<string>) => (id: string) =>
    own.has(id) || [...readPlaces].some((place) => place.startsWith(placeOf(simulator, id)));
  const ownBefore = sharesInState(state);
  const before = accountsOf(simulator, knownWith(ownBefore));
  const unmanaged = unmanagedByProgram(fixture, state);

  const { course, afterWrite } = createCourse(simulator);
  fixture.service.afterWrite = afterWrite;
  const update = await project.run(["up", "--yes", "--skip-preview", ...flags, "--event-log", file("taken")], { timeoutMs });
  fixture.service.afterWrite = () => undefined;
  const takenLog = readFileSync(file("taken"), "utf8");
  const failures = update.code === 0 ? [] : failuresOf(takenLog);
  if (update.code !== 0 && failures.length === 0) throw new Error(`${where}: ${update.stdout}\n${update.stderr}`);

  const ownAfter = sharesInState(managed(project.resources()));
  // A resource with a pending replacement counts as deleted, so what an interrupted deletion has left is not of the stack.
  const ownAtStart = sharesInState(state.filter(({ pendingReplacement }) => pendingReplacement !== true));
  const [known, reached] = [outputsOf(announcedLog), outputsOf(takenLog)];
  const isKnown = knownWith(new Set([...ownBefore, ...ownAfter]));
  const stackRound: StackRound = {
    ...{ where, alone, live, before, unmanaged, failures, course, isKnown },
    after: accountsOf(simulator, isKnown),
    shares: new Set([...ownAtStart, ...ownAfter]),
    ...{ announced: stepsOf(announcedLog), taken: stepsOf(takenLog), unequal: outputDifferences(known, reached) },
  };
  findings.outputs += [...known.keys()].filter((step) => reached.has(step)).length;
  findings.differences.push(...simulator.invariants().map((broken) => `${where}: ${broken}`));
  for (const programState of programs) compareProgram(programState, stackRound, findings);
  return failures.length === 0;
}

/** Returns the flags of a forced replacement. The engine refuses to replace what it does not know, or knows by a former name. */
function replacementFlags({ binding, programs }: AccuracyFixture, resources: ResourcesInState): string[] {
  const inState = new Set(resources.map(({ urn }) => urn));
  const urns = programs.flatMap(({ program }) => forcedUrns(program, (kind, name) => urnOf(binding, kind, name)));
  return urns.flatMap((urn) => (inState.has(urn) ? ["--replace", urn] : []));
}

/** Returns the accounts and regions that a preview reads: the default ones, which are those of the first program, and those of its resources. */
function placesOfPreview(
  { simulator, programs }: AccuracyFixture,
  resources: ResourcesInState,
  entries: ReturnType<typeof writePrograms>,
): ReadonlySet<string> {
  const place = (account: unknown, region: unknown) => `${accountIdOf(programs, account)} ${String(region ?? "cn-hangzhou")}`;
  return new Set([
    `${programs[0]?.place.owners.main.id} cn-hangzhou`,
    ...[...sharesInState(managed(resources))].map((id) => placeOf(simulator, id)),
    ...resources.map(({ outputs = {} }) => place(outputs["account"], outputs["regionId"])),
    ...entries.map(({ args }) => place(args["account"], args["region"])),
  ]);
}

/** The account and the region of a share; the account alone where it is in every region. */
function placeOf({ world }: Simulator, shareId: string): string {
  const { owner, region = "" } = world.shares.get(shareId) ?? {};
  return `${owner} ${region}`;
}

/** The id of an account by its name in the configuration; the default account is that of the first program. */
function accountIdOf(programs: readonly ProgramState[], name: unknown): string | undefined {
  const accounts = programs.flatMap(({ place }) => [place.owners.main, place.owners.second, place.consumer]);
  return accounts.find(({ account }) => account === name)?.id;
}

/** Returns what a preview alone cannot know, by the program's number: what the state does not have, what is missing, and what is pending. */
function unmanagedByProgram({ simulator, programs }: AccuracyFixture, state: ResourcesInState): ReadonlyMap<number, readonly string[]> {
  const pending = state.filter((resource) => resource.delete === true || resource.pendingReplacement === true);
  const ofStack = [...missingOf(simulator, state), ...pending.map(({ urn }) => `pending: ${urn}`)];
  return new Map(
    programs.map(({ place }) => {
      const own = ofStack.filter((text) => (programNumberOf(text) ?? place.number) === place.number);
      return [place.number, [...unmanagedIn(simulator, place, state), ...own]];
    }),
  );
}

/** Compares the part of one program, and adds to the findings. */
function compareProgram(programState: ProgramState, round: StackRound, findings: Findings): void {
  const { number } = programState.place;
  const isMine = (text: string) => programNumberOf(text) === number;
  const changesOf = ({ changes }: z.infer<typeof Report>) => changes.filter((change) => programNumberOfChange(change) === number);
  const announced = round.announced.filter(isMine);
  const reality = {
    before: round.before.get(number) ?? new Map(),
    after: round.after.get(number) ?? new Map(),
    during: accessDuring(round.course, number, round.isKnown),
    shares: round.shares,
  };
  // A document does not show what goes with a share that is deleted before its replacement.
  const deletedWithShares = announced.filter((step) => step.includes(": remove-pending-replace "));
  const unmanaged = [
    ...(round.unmanaged.get(number) ?? []),
    ...deletedWithShares.map((step) => `deleted with what it depends on: ${step}`),
  ];
  const found =
    round.failures.length > 0
      ? round.failures.filter(isMine)
      : roundDifferences({
          ...{ alone: changesOf(round.alone), live: changesOf(round.live), reality, unmanaged, announced },
          ...{ taken: round.taken.filter(isMine), unequal: round.unequal.filter(isMine) },
        });
  findings.edits += 1;
  findings.withoutLive += unmanaged.length > 0 ? 0 : 1;
  findings.accesses += new Set([...reality.before.keys(), ...reality.after.keys()]).size;
  findings.steps += announced.length;
  if (found.length === 0) return;
  const lines = [`${round.where}, program ${number}`, ...found].join("\n  ");
  findings.differences.push(`${lines}\n${describeEdits(programState)}\n  unmanaged: ${unmanaged.join("; ")}`);
}

/** What was edited, for the search for the reason of a difference. */
function describeEdits({ place, before, program, drifted }: ProgramState): string {
  return `  others did: ${drifted.join("; ") || "nothing"}\n${describeChange(before, program, place)}`;
}
