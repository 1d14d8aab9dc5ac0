import { demo, demoWorld } from "../../provider/simulator/demo.ts";
import type { WorldFile } from "../../provider/simulator/file.ts";
import { laboratory } from "../support/laboratory.ts";
import { creatingKey } from "../../provider/resources/tagging.ts";
import { type Acts, actsOf, misdone, unwritten } from "./acts.ts";
import { Engine, type Entry, type Report } from "./engine.ts";
import { type Bench, type ProviderProcess, startProcess, type Wiretap } from "./process.ts";
import type { Scenario } from "./scenarios.ts";
import { canary, type Struck, type Trouble, troubles } from "./troubles.ts";
import { liveShares, type Picture, pictureOf } from "./world.ts";

/** What one story is like when nothing fails. */
export interface Model {
  readonly scenario: Scenario;
  readonly calls: readonly Struck[];
  readonly goal: Picture;
  readonly acts: Acts;
  /** The same after a refresh. */
  readonly refreshed: Picture;
}

/** One story with one trouble at one call. */
export interface Case {
  readonly model: Model;
  readonly call: Struck;
  readonly trouble: Trouble;
}

/** The moments in which nothing that is written anywhere connects a share, or what was done to a device, and its resource. */
export type Window = "mark off, id not written" | "not listed yet" | "done to a device, not written";

/** How a case ended. */
export interface Outcome {
  readonly name: string;
  /** What is not as it should be; nothing when it converged. */
  readonly problems: readonly string[];
  readonly reruns: number;
  /** The named moment in which the process was killed. */
  readonly window?: Window | undefined;
  /** What the failing run said. */
  readonly said: readonly string[];
}

const mostReruns = 2;
/** All accounts have the one secret that nobody may repeat. */
const canaryWorld: WorldFile = {
  ...demoWorld,
  accounts: (demoWorld.accounts ?? []).map((account) => ({
    ...account,
    keys: (account.keys ?? []).map((key) => ({ ...key, accessKeySecret: canary })),
  })),
};
const runner = { accounts: { consumer: demo.consumer } };

/** Leads a story up to the step that is made to fail. */
async function begin({ options, prepare, first }: Scenario): Promise<{ bench: Bench; engine: Engine }> {
  const bench = laboratory({ ...options, world: canaryWorld, timeoutMs: 60_000 });
  const engine = new Engine();
  prepare?.(bench);
  if (first) quiet(await engine.up(startProcess(bench, runner), first));
  await bench.clock.sleep(10_000);
  bench.simulator.forgetCalls();
  return { bench, engine };
}

/** Tells the story without any trouble: how many calls it takes, and where it ends. */
export async function modelOf(scenario: Scenario): Promise<Model> {
  const { bench, engine } = await begin(scenario);
  quiet(await engine.up(startProcess(bench, runner), scenario.program, undefined, scenario.replaced));
  const admitted: string[] = [];
  const calls = bench.simulator.calls.map(({ operation, account }, index): Struck => {
    if (account === "") return { number: index + 1, operation };
    admitted.push(operation);
    const ofOperation = admitted.filter((name) => name === operation).length;
    return { number: index + 1, operation, place: { ofAll: admitted.length, ofOperation } };
  });
  await bench.clock.sleep(10_000);
  const [goal, acts] = [pictureOf(bench, engine), actsOf(bench)];
  quiet(await engine.refresh(startProcess(bench, runner)));
  return { scenario, calls, goal, acts, refreshed: pictureOf(bench, engine, true) };
}

/** Every trouble at every call of a story; whom the service turns away at the door, nothing else befalls on its side. */
export function casesOf(model: Model): Case[] {
  return model.calls.flatMap((call) =>
    troubles.filter(({ kind }) => kind !== "fault" || call.place !== undefined).map((trouble) => ({ model, call, trouble })),
  );
}

export function nameOf({ model, call, trouble }: Case): string {
  return `${model.scenario.name} / call ${call.number} ${call.operation} / ${trouble.name}`;
}

/** Runs a case: the step with its trouble, then plain reruns. */
export async function run(tried: Case): Promise<Outcome> {
  const { scenario, goal, acts } = tried.model;
  const { bench, engine } = await begin(scenario);
  const processes: ProviderProcess[] = [];
  const up = (wiretap: Wiretap, killed?: Promise<void>) => {
    const provider = startProcess(bench, runner, wiretap);
    processes.push(provider);
    return engine.up(
      provider,
      scenario.program,
      killed,
      scenario.replaced?.filter((name) => isStillOld(name, before, engine)),
    );
  };
  const before = engine.entries;
  let report = await troubled(tried, bench, up, () => processes[0]);
  const said = report.failures;
  const [wasKilled, written] = [report.wasKilled, engine.entries];
  const shareWindow = wasKilled ? windowOf(bench, engine) : undefined;
  if (shareWindow === "not listed yet") await bench.clock.sleep(5_000);
  let reruns = 0;
  while ((report.wasKilled || report.failures.length > 0) && reruns < mostReruns) {
    report = await up({});
    reruns += 1;
  }
  const twice: Acts = wasKilled ? unwritten(processes[0]?.done ?? [], before, written) : new Map();
  const window = shareWindow ?? ([...twice.values()].some((count) => count > 0) ? "done to a device, not written" : undefined);
  if (shareWindow === "mark off, id not written") forget(bench, engine);
  await bench.clock.sleep(10_000);
  const problems = [
    ...report.failures.map((failure) => `still fails: ${failure}`),
    ...problemsOf(bench, engine, goal),
    ...misdone(bench, engine, acts, twice),
    ...processes.flatMap(({ late }) => late.map((operation) => `an orphan sent ${operation}`)),
    ...leaksIn([...said, ...report.failures, ...processes.flatMap((one) => one.said.map(({ message }) => message))], engine, bench),
    ...said.filter((line) => line.includes("defect")).map((line) => `a defect: ${line}`),
  ];
  if (problems.length === 0) problems.push(...(await unrest(bench, engine, tried.model)));
  return { name: nameOf(tried), problems, reruns, window, said };
}

/** Deletes the share that the window has cost, as `doctor` advises. */
function forget(bench: Bench, engine: Engine): void {
  const strangers = liveShares(bench.simulator.world).filter(({ id }) => !engine.entries.some((entry) => entry.id === id));
  for (const { id } of strangers) bench.simulator.behindTheBack.deleteShare(id);
}

/** Whether a forced replacement must be asked for again: its new object is not there yet. */
function isStillOld(name: string, before: readonly Entry[], engine: Engine): boolean {
  return engine.entries.some((entry) => entry.name === name && before.includes(entry));
}

/** The one moment that the contract excepts: the mark is off and the id is not written down. Beside it, a share that nobody can see yet. */
function windowOf(bench: Bench, engine: Engine): Window | undefined {
  const strangers = liveShares(bench.simulator.world).filter(({ id }) => !engine.entries.some((entry) => entry.id === id));
  if (strangers.some(({ tags }) => !tags.has(creatingKey))) return "mark off, id not written";
  const isHidden = ({ hidden }: (typeof strangers)[number]) => hidden !== undefined && "at" in hidden && hidden.at > bench.clock.now();
  return strangers.some(isHidden) ? "not listed yet" : undefined;
}

async function troubled(
  { call, trouble }: Case,
  bench: Bench,
  up: (wiretap: Wiretap, killed?: Promise<void>) => Promise<Report>,
  provider: () => ProviderProcess | undefined,
): Promise<Report> {
  if (trouble.kind === "fault") {
    const { place } = call;
    if (place !== undefined) bench.simulator.faults.add(trouble.rule({ ...call, place }));
    const report = await up({});
    bench.simulator.faults.clear();
    return report;
  }
  let die: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => (die = resolve));
  const strike = (number: number) => {
    if (number !== call.number) return;
    if (trouble.kind === "killed") provider()?.kill();
    else provider()?.orphan();
    die();
  };
  return up(trouble.kind === "killed" && trouble.at === "before" ? { before: strike } : { after: strike }, killed);
}

/** What is lost, doubled, orphaned or otherwise not as in the model. */
function problemsOf(bench: Bench, engine: Engine, goal: Picture): string[] {
  const now = pictureOf(bench, engine);
  const shares = liveShares(bench.simulator.world);
  const known = new Set(engine.entries.map(({ id }) => id));
  const lost = engine.entries.filter(({ token, id }) => token === "ResourceShare" && !shares.some((share) => share.id === id));
  const strangers = shares.filter(({ id }) => !known.has(id));
  const doubled = shares.filter(({ id, name }) => shares.some((other) => other.id !== id && other.name === name));
  return [
    ...lost.map(({ name }) => `lost: ${name} is in the state and does not exist`),
    ...strangers.map(({ name }) => `orphaned: no state knows the share ${name}`),
    ...doubled.map(({ name }) => `duplicated: the share ${name}`),
    ...differences("world", goal.world, now.world),
    ...differences("state", goal.state, now.state),
    ...bench.simulator.invariants().map((broken) => `the world is broken: ${broken}`),
  ];
}

function differences(what: string, goal: readonly string[], now: readonly string[]): string[] {
  const lacking = goal.filter((text) => !now.includes(text));
  const strange = now.filter((text) => !goal.includes(text));
  return Array.from({ length: Math.max(lacking.length, strange.length) }, (_, index) => {
    const [wanted = "nothing", found = "nothing"] = [lacking[index], strange[index]];
    const same = [...wanted].findIndex((letter, place) => letter !== found[place]);
    const part = (text: string) => text.slice(Math.max(0, same - 40), same + 120);
    return `${what} of ${wanted.slice(0, 60)}: …${part(wanted)}… wanted, …${part(found)}… found`;
  });
}

/** Credentials in what was said or is kept. */
function leaksIn(said: readonly string[], engine: Engine, { simulator }: Bench): string[] {
  const { accessTokens, refreshTokens } = simulator.device.save();
  const secrets = [canary, ...[...accessTokens, ...refreshTokens].map(({ token }) => token)];
  return [...said, JSON.stringify(engine.entries)]
    .filter((text) => secrets.some((secret) => text.includes(secret)))
    .map((text) => `leaked a secret: ${text}`);
}

/** What is not at rest although it has converged: a run that still does something, a refresh that sees something else. */
async function unrest(bench: Bench, engine: Engine, { scenario, refreshed }: Model): Promise<string[]> {
  bench.simulator.forgetCalls();
  const report = await engine.up(startProcess(bench, runner), scenario.program);
  const calls = bench.simulator.calls.map(({ operation }) => operation);
  if (report.failures.length > 0 || calls.length > 0) return [`another run calls ${calls.join(", ")} ${report.failures.join("; ")}`];
  quiet(await engine.refresh(startProcess(bench, runner)));
  return differences("refreshed state", refreshed.state, pictureOf(bench, engine, true).state);
}

function quiet(report: Report): void {
  if (report.wasKilled || report.failures.length > 0) throw new Error(`failed without any trouble: ${report.failures.join("; ")}`);
}
