import { demo, demoWorld } from "../../../simulator/world/demo.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import type { WorldFile } from "../../../simulator/world/world-schema.ts";
import { createHarness } from "../../support/harness.ts";
import { createTagKey } from "../../../provider/resources/tags/tag-calls.ts";
import { type ActionCounts, actionCountsOf, wrongActionCounts, unwritten } from "./action-counts.ts";
import { nameOf as nameOfEntry, type StackEntry } from "../engine/checkpoint.ts";
import { Engine, type Report } from "../engine/engine.ts";
import { type Harness, type ProviderProcess, startProcess, type CallHooks } from "../engine/provider-process.ts";
import type { Scenario } from "./scenarios.ts";
import { canary, injectedFaults, isSharingRead, type InjectedFault, type TargetCall } from "./fault-kinds.ts";
import { liveShares, type StateSnapshot, snapshotOf } from "./state-snapshot.ts";

/** The course of one scenario without faults. */
export interface Model {
  readonly scenario: Scenario;
  /** The binding in every provider process of the scenario. */
  readonly binding: Binding;
  readonly calls: readonly TargetCall[];
  readonly expected: StateSnapshot;
  readonly actions: ActionCounts;
  /** The same after a refresh. */
  readonly refreshed: StateSnapshot;
}

/** One scenario with one fault at one call. */
export interface FaultCase {
  readonly model: Model;
  readonly call: TargetCall;
  readonly injected: InjectedFault;
}

/** The moments in which no record links a share or a device action to its resource. */
export type DocumentedException = "create tag removed, id not written" | "not listed yet" | "done to a device, not written";

/** The result of a case. */
export interface Outcome {
  readonly name: string;
  /** The differences from the expected state; empty when it converged. */
  readonly problems: readonly string[];
  readonly reruns: number;
  /** The named moment in which the process was killed. */
  readonly exception?: DocumentedException | undefined;
  /** The messages of the failing run. */
  readonly failures: readonly string[];
}

const maxReruns = 2;
/** All accounts have one secret, which no message may repeat. */
const canaryWorld: WorldFile = {
  ...demoWorld,
  accounts: (demoWorld.accounts ?? []).map((account) => ({
    ...account,
    keys: (account.keys ?? []).map((key) => ({ ...key, accessKeySecret: canary })),
  })),
};
const optionsOf = (binding: Binding) => ({ binding, accounts: { consumer: demo.consumer } });

/** Runs a scenario up to the step that fails. */
async function begin({ options, prepare, first }: Scenario, binding: Binding): Promise<{ harness: Harness; engine: Engine }> {
  const harness = createHarness({ ...options, world: canaryWorld, timeoutMs: 60_000 });
  const engine = new Engine();
  prepare?.(harness);
  if (first) expectSuccess(await engine.up(startProcess(harness, optionsOf(binding)), first));
  await harness.clock.sleep(10_000);
  harness.simulator.forgetCalls();
  return { harness, engine };
}

/** Runs the scenario without faults and records its calls and its final state. */
export async function modelOf(scenario: Scenario, binding: Binding = "dynamic"): Promise<Model> {
  const { harness, engine } = await begin(scenario, binding);
  expectSuccess(await engine.up(startProcess(harness, optionsOf(binding)), scenario.program, { replaced: scenario.replaced }));
  const admitted: string[] = [];
  const calls = harness.simulator.calls.map(({ operation, account }, index): TargetCall => {
    if (account === "") return { number: index + 1, operation };
    admitted.push(operation);
    const ofOperation = admitted.filter((name) => name === operation).length;
    return { number: index + 1, operation, place: { ofAll: admitted.length, ofOperation, ofReads: admitted.filter(isSharingRead).length } };
  });
  await harness.clock.sleep(10_000);
  const [expected, counts] = [snapshotOf(harness, engine), actionCountsOf(harness)];
  expectSuccess(await engine.refresh(startProcess(harness, optionsOf(binding))));
  return { scenario, binding, calls, expected, actions: counts, refreshed: snapshotOf(harness, engine, { isAtRest: true }) };
}

/**
 * Every fault at every call of a scenario. A call that authentication rejects meets no service fault.
 * The engine cancels plugins only.
 */
export function casesOf(model: Model): FaultCase[] {
  const isPossible = ({ kind, readsOnly = false }: InjectedFault, call: TargetCall) =>
    (!readsOnly || isSharingRead(call.operation)) &&
    (kind === "fault" ? call.place !== undefined : kind !== "cancelled" || model.binding === "plugin");
  return model.calls.flatMap((call) =>
    injectedFaults.filter((injected) => isPossible(injected, call)).map((injected) => ({ model, call, injected })),
  );
}

export function nameOf({ model, call, injected }: FaultCase): string {
  return `${model.binding === "plugin" ? "plugin / " : ""}${model.scenario.name} / call ${call.number} ${call.operation} / ${injected.name}`;
}

/** Runs a case: the step with its fault, then plain reruns. */
export async function run(faultCase: FaultCase): Promise<Outcome> {
  const { scenario, binding, expected, actions } = faultCase.model;
  const { harness, engine } = await begin(scenario, binding);
  const processes: ProviderProcess[] = [];
  const up = (hooks: CallHooks, killed?: Promise<void>) => {
    const provider = startProcess(harness, optionsOf(binding), hooks);
    processes.push(provider);
    return engine.up(provider, scenario.program, { killed, replaced: namesToReplace(scenario.replaced, before, engine) });
  };
  const before = engine.entries;
  let report = await runWithFault(faultCase, harness, up, () => processes[0]);
  const failures = report.failures;
  const [wasKilled, written] = [report.wasKilled, engine.entries];
  const shareException = wasKilled ? exceptionOf(harness, engine) : undefined;
  if (shareException === "not listed yet") await harness.clock.sleep(5_000);
  let reruns = 0;
  while ((report.wasKilled || report.failures.length > 0) && reruns < maxReruns) {
    report = await up({});
    reruns += 1;
  }
  const repeated: ActionCounts = wasKilled ? unwritten(processes[0]?.done ?? [], before, written) : new Map();
  const exception = shareException ?? ([...repeated.values()].some((count) => count > 0) ? "done to a device, not written" : undefined);
  if (shareException === "create tag removed, id not written") deleteLostShares(harness, engine);
  await harness.clock.sleep(10_000);
  const problems = [
    ...report.failures.map((failure) => `still fails: ${failure}`),
    ...problemsOf(harness, engine, expected),
    ...wrongActionCounts(harness, engine, actions, repeated),
    ...processes.flatMap(({ late }) => late.map((operation) => `a process without an engine sent ${operation}`)),
    ...leaksIn([...failures, ...report.failures, ...processes.flatMap((one) => one.logs.map(({ message }) => message))], engine, harness),
    ...failures.filter((line) => line.includes("defect")).map((line) => `a defect: ${line}`),
  ];
  if (problems.length === 0) problems.push(...(await instabilities(harness, engine, faultCase.model)));
  return { name: nameOf(faultCase), problems, reruns, exception, failures };
}

/** Deletes the shares that no state has, as `doctor` advises. */
export function deleteLostShares(harness: Harness, engine: Engine): void {
  const unknownShares = liveShares(harness.simulator.world).filter(({ id }) => !engine.entries.some((entry) => entry.id === id));
  for (const { id } of unknownShares) harness.simulator.outOfBand.deleteShare(id);
}

/** Returns the forced replacements that must be requested again, because their new objects do not exist yet. */
export function namesToReplace(replaced: readonly string[] | undefined, before: readonly StackEntry[], engine: Engine): string[] {
  const isOld = ({ id, isPendingReplacement }: StackEntry) => !isPendingReplacement && before.some((entry) => entry.id === id);
  return (replaced ?? []).filter((name) => engine.entries.some((entry) => nameOfEntry(entry) === name && isOld(entry)));
}

/** Returns the documented exception that a kill has met: the create tag is removed and the id is not recorded, or lists do not show the share yet. */
export function exceptionOf(harness: Harness, engine: Engine): DocumentedException | undefined {
  const unknownShares = liveShares(harness.simulator.world).filter(({ id }) => !engine.entries.some((entry) => entry.id === id));
  if (unknownShares.some(({ tags }) => !tags.has(createTagKey))) return "create tag removed, id not written";
  const isHidden = ({ hidden }: (typeof unknownShares)[number]) =>
    hidden !== undefined && "at" in hidden && hidden.at > harness.clock.now();
  return unknownShares.some(isHidden) ? "not listed yet" : undefined;
}

async function runWithFault(
  { call, injected }: FaultCase,
  harness: Harness,
  up: (hooks: CallHooks, killed?: Promise<void>) => Promise<Report>,
  provider: () => ProviderProcess | undefined,
): Promise<Report> {
  if (injected.kind === "fault") {
    const { place } = call;
    if (place !== undefined) harness.simulator.faults.add(injected.rule({ ...call, place }));
    const report = await up({});
    harness.simulator.faults.clear();
    return report;
  }
  let resolveKilled: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => (resolveKilled = resolve));
  const onCall = (number: number) => {
    if (number !== call.number) return;
    if (injected.kind === "cancelled") return provider()?.cancel();
    if (injected.kind === "killed") provider()?.kill();
    else provider()?.endEngine();
    resolveKilled();
  };
  return up(injected.kind === "killed" && injected.at === "before" ? { before: onCall } : { after: onCall }, killed);
}

/** Objects that are lost, duplicated, orphaned or otherwise different from the model. */
export function problemsOf(harness: Harness, engine: Engine, expected: StateSnapshot): string[] {
  const now = snapshotOf(harness, engine);
  const shares = liveShares(harness.simulator.world);
  const known = new Set(engine.entries.map(({ id }) => id));
  const lost = engine.entries.filter(({ kind, id }) => kind === "ResourceShare" && !shares.some((share) => share.id === id));
  const unknownShares = shares.filter(({ id }) => !known.has(id));
  const duplicated = shares.filter(({ id, name }) => shares.some((other) => other.id !== id && other.name === name));
  return [
    ...lost.map((entry) => `lost: ${nameOfEntry(entry)} is in the state and does not exist`),
    ...unknownShares.map(({ name }) => `orphaned: no state knows the share ${name}`),
    ...duplicated.map(({ name }) => `duplicated: the share ${name}`),
    ...differences("world", expected.world, now.world),
    ...differences("state", expected.state, now.state),
    ...harness.simulator.invariants().map((broken) => `the world is broken: ${broken}`),
  ];
}

function differences(what: string, expected: readonly string[], now: readonly string[]): string[] {
  const missing = expected.filter((text) => !now.includes(text));
  const unexpected = now.filter((text) => !expected.includes(text));
  return Array.from({ length: Math.max(missing.length, unexpected.length) }, (_, index) => {
    const [wanted = "nothing", found = "nothing"] = [missing[index], unexpected[index]];
    const same = [...wanted].findIndex((letter, place) => letter !== found[place]);
    const part = (text: string) => text.slice(Math.max(0, same - 40), same + 120);
    return `${what} of ${wanted.slice(0, 60)}: …${part(wanted)}… wanted, …${part(found)}… found`;
  });
}

/** Credentials in messages or in the state. */
function leaksIn(texts: readonly string[], engine: Engine, { simulator }: Harness): string[] {
  const { accessTokens, refreshTokens } = simulator.device.save();
  const secrets = [canary, ...[...accessTokens, ...refreshTokens].map(({ token }) => token)];
  return [...texts, JSON.stringify(engine.entries)]
    .filter((text) => secrets.some((secret) => text.includes(secret)))
    .map((text) => `leaked a secret: ${text}`);
}

/** Changes after convergence: a further run that makes calls, or a refresh that finds a difference. */
async function instabilities(harness: Harness, engine: Engine, { scenario, binding, refreshed }: Model): Promise<string[]> {
  harness.simulator.forgetCalls();
  const report = await engine.up(startProcess(harness, optionsOf(binding)), scenario.program);
  const calls = harness.simulator.calls.map(({ operation }) => operation);
  if (report.failures.length > 0 || calls.length > 0) return [`another run calls ${calls.join(", ")} ${report.failures.join("; ")}`];
  expectSuccess(await engine.refresh(startProcess(harness, optionsOf(binding))));
  return differences("refreshed state", refreshed.state, snapshotOf(harness, engine, { isAtRest: true }).state);
}

export function expectSuccess(report: Report): void {
  if (report.wasKilled || report.failures.length > 0) throw new Error(`failed without an injected fault: ${report.failures.join("; ")}`);
}
