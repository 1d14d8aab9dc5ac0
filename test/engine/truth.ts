import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { createSimulator, immediately, serve, type Simulator } from "../../provider/simulator/index.ts";
import type { Report } from "../../sdk/access/plan/report.ts";
import { accountsOf, sharesInState, strangersOf } from "../support/islands/accounts.ts";
import { differencesOf, islandOfChange } from "../support/islands/compare.ts";
import { Dice } from "../support/islands/dice.ts";
import { drift, liveShares } from "../support/islands/drift.ts";
import { edited, firstProgram } from "../support/islands/edits.ts";
import { emptyProgram, type Program } from "../support/islands/model.ts";
import { credentialsOf, islandOf, type Place, placeOf, worldOf } from "../support/islands/place.ts";
import { entriesOf, forcedUrns, programText } from "../support/islands/render.ts";
import { failuresOf, stepDifferences, stepsOf } from "../support/islands/steps.ts";
import { Project } from "./pulumi.ts";

/** How much is tried, and from which seed. */
export interface Extent {
  readonly seed: number;
  readonly islands: readonly number[];
  readonly rounds: number;
}

/** How much was compared, and every difference between what was foretold and what came. */
export interface Findings {
  edits: number;
  /** Edits that were foretold without a look at the service. */
  alone: number;
  accesses: number;
  steps: number;
  readonly differences: string[];
}

/** Foretells from a preview's file, with or without a look at the service. */
export type Foretell = (path: string, isLive: boolean) => Promise<z.infer<typeof Report>>;

interface Island {
  readonly place: Place;
  readonly dice: Dice;
  before: Program;
  program: Program;
  drifted: readonly string[];
}

/** A world of islands, and one stack over all of them. */
export interface Scene extends AsyncDisposable {
  readonly extent: Extent;
  readonly env: Readonly<Record<string, string>>;
  readonly simulator: Simulator;
  readonly project: Project;
  readonly islands: readonly Island[];
}

/** Every third round begins with what others have done meanwhile, and a refresh. */
const refreshEvery = 3;

export async function openScene(extent: Extent): Promise<Scene> {
  const places = extent.islands.map(placeOf);
  const simulator = createSimulator({
    world: worldOf(places),
    limits: false,
    pace: { associate: immediately, disassociate: immediately, deleteShare: immediately, accept: immediately },
  });
  const { url, close } = await serve(simulator);
  const env = { RESOURCESHARE_ENDPOINT: url, RESOURCESHARE_STS_ENDPOINT: url, PULUMI_DEBUG_COMMANDS: "true", ...credentialsOf(places) };
  const project = await Project.open({ env, files: { "index.js": programText, "program.json": "[]" } });
  const islands = places.map((place) => ({
    place,
    dice: new Dice(extent.seed * 1009 + place.number),
    before: emptyProgram,
    program: emptyProgram,
    drifted: [],
  }));
  const dispose = async () => {
    await project[Symbol.asyncDispose]();
    await close();
  };
  return { extent, env, simulator, project, islands, [Symbol.asyncDispose]: dispose };
}

/** Edits the program of every island, round for round, and compares what a preview foretells with what the update does. */
export async function tryOut(scene: Scene, foretell: Foretell): Promise<Findings> {
  const findings: Findings = { edits: 0, alone: 0, accesses: 0, steps: 0, differences: [] };
  for (let round = 0; round < scene.extent.rounds; round += 1) {
    for (const island of scene.islands) island.drifted = [];
    if (round > 0 && round % refreshEvery === 0) await refresh(scene);
    for (const island of scene.islands) edit(scene, island, round);
    const isDone = await compareRound(scene, round, foretell, findings);
    // After an update that failed, every later round would tell of it again.
    if (!isDone) break;
  }
  return findings;
}

async function refresh({ simulator, project, islands }: Scene): Promise<void> {
  for (const island of islands) island.drifted = island.dice.happens(0.6) ? drift({ simulator, ...island }) : [];
  await project.succeed(["refresh", "--yes", "--skip-preview"], { timeoutMs });
}

function edit({ simulator }: Scene, island: Island, round: number): void {
  const { place, dice, program } = island;
  const isThere = liveShares({ simulator, place }).some(({ id }) => id === place.foreign);
  const moment = {
    ...{ place, dice, isRefreshedNext: (round + 1) % refreshEvery === 0 },
    isOff: simulator.world.directories.get(place.directory)?.sharingEnabled === false,
    hasForeign: isThere && program.shares.every(({ adopt }) => adopt === undefined),
  };
  island.before = program;
  island.program = round === 0 ? firstProgram(moment) : edited(program, moment);
}

const timeoutMs = 170_000;

async function compareRound(scene: Scene, round: number, foretell: Foretell, findings: Findings): Promise<boolean> {
  const { simulator, project, islands, extent } = scene;
  const file = (name: string) => join(project.folder, `${name}-${round}.json`);
  const entries = islands.flatMap(({ program, place }) => entriesOf(program, place));
  project.write({ "program.json": JSON.stringify(entries) });
  const known = project.resources();
  const inState = new Set(known.map(({ urn }) => urn));
  // The engine refuses to replace what it does not know, or knows by a former name.
  const forced = islands.flatMap(({ program }) => forcedUrns(program).flatMap((urn) => (inState.has(urn) ? ["--replace", urn] : [])));
  const where = `seed ${extent.seed}, round ${round}`;
  const preview = await project.run(["preview", "--json", "--show-sames", ...forced, "--event-log", file("announced")], { timeoutMs });
  if (preview.code !== 0) {
    const refused = failuresOf(readFileSync(file("announced"), "utf8"));
    findings.differences.push([where, ...refused, preview.stderr].join("\n  "));
    return false;
  }
  writeFileSync(file("preview"), preview.stdout);
  const [alone, live] = await Promise.all([foretell(file("preview"), false), foretell(file("preview"), true)]);
  const before = accountsOf(simulator);
  const strangers = new Map(islands.map(({ place }) => [place.number, strangersOf(simulator, place, known)]));
  const update = await project.run(["up", "--yes", "--skip-preview", ...forced, "--event-log", file("taken")], {
    timeoutMs,
  });
  const failures = update.code === 0 ? [] : failuresOf(readFileSync(file("taken"), "utf8"));
  if (update.code !== 0 && failures.length === 0) throw new Error(`${where}: ${update.stdout}\n${update.stderr}`);
  const after = accountsOf(simulator);
  const shares = new Set([...sharesInState(known), ...sharesInState(project.resources())]);
  const [announced, taken] = [stepsOf(readFileSync(file("announced"), "utf8")), stepsOf(readFileSync(file("taken"), "utf8"))];
  findings.differences.push(...simulator.invariants().map((broken) => `${where}: ${broken}`));
  for (const island of islands) {
    const { number } = island.place;
    const reality = { before: before.get(number) ?? new Map(), after: after.get(number) ?? new Map(), shares };
    const isMine = (step: string) => islandOf(step) === number;
    const of = ({ changes }: z.infer<typeof Report>) => changes.filter((change) => islandOfChange(change) === number);
    const met = strangers.get(number) ?? [];
    const failed = failures.filter(isMine);
    const found =
      failures.length > 0
        ? failed
        : [
            ...(met.length > 0 ? [] : differencesOf(of(alone), reality)),
            ...differencesOf(of(live), reality).map((line) => `with --live: ${line}`),
            ...stepDifferences(announced.filter(isMine), taken.filter(isMine)),
          ];
    findings.edits += 1;
    findings.alone += met.length > 0 ? 0 : 1;
    findings.accesses += new Set([...reality.before.keys(), ...reality.after.keys()]).size;
    findings.steps += announced.filter(isMine).length;
    if (found.length > 0) {
      findings.differences.push(
        `${[`${where}, island ${number}`, ...found].join("\n  ")}\n${story(island)}\n  strangers: ${met.join("; ")}`,
      );
    }
  }
  return failures.length === 0;
}

/** What was edited, for whoever looks for the reason of a difference. */
function story({ place, before, program, drifted }: Island): string {
  const lines = (of: Program) => entriesOf(of, place).map((entry) => JSON.stringify(entry));
  const [was, is] = [lines(before), lines(program)];
  const marked = [
    ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
    ...is.map((line) => `${was.includes(line) ? " " : "+"} ${line}`),
  ];
  const forced = program.forced.length > 0 ? `; replaced: ${program.forced.join(", ")}` : "";
  return [`  island ${place.number}; others did: ${drifted.join("; ") || "nothing"}${forced}`, ...marked.map((line) => `  ${line}`)].join(
    "\n",
  );
}
