import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import { demo, demoWorld } from "../../../simulator/world/demo.ts";
import type { WorldFile } from "../../../simulator/world/world-schema.ts";
import { createHarness } from "../../support/harness.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";
import { nameOf, type StackEntry } from "../engine/checkpoint.ts";
import { Engine, type Program, type Report } from "../engine/engine.ts";
import { type Harness, type ProviderProcess, startProcess } from "../engine/provider-process.ts";
import { type Call, type FaultyProcess, startFaultyProcess } from "../faults/faulty-process.ts";
import { callFaults, canary, isPossible, type CallFault } from "../faults/call-faults.ts";
import { type ActionCounts, actionCountsOf, unwritten, wrongActionCounts } from "../invariants/action-counts.ts";
import { deleteLostShares, differences, type DocumentedException, exceptionOf, leaksIn, problemsOf } from "../invariants/convergence.ts";
import { type StateSnapshot, snapshotOf } from "../invariants/state-snapshot.ts";
import type { Scenario } from "../programs/scenarios.ts";

/** The course of one scenario without faults. */
export interface Reference {
  readonly scenario: Scenario;
  /** The binding in every provider process of the scenario. */
  readonly binding: Binding;
  readonly calls: readonly Call[];
  /** Before the last step, after it, and when the program of before has followed it. */
  readonly start: StateSnapshot;
  readonly expected: StateSnapshot;
  readonly undone: StateSnapshot;
  readonly actions: ActionCounts;
  /** After the last step and a refresh. */
  readonly refreshed: StateSnapshot;
}

/** One scenario with one fault at one call. */
export interface FaultCase {
  readonly reference: Reference;
  readonly call: Call;
  readonly fault: CallFault;
  /** Whether the program of before follows a failure, in place of the same program. */
  readonly isUndone: boolean;
}

/** The result of a case. */
export interface Outcome {
  readonly name: string;
  /** The differences from the expected state; empty when it converged. */
  readonly problems: readonly string[];
  readonly reruns: number;
  /** The documented exception in which the process was killed. */
  readonly exception?: DocumentedException | undefined;
}

const maxReruns = 2;
const timeoutMs = 60_000;
/** How long an operation may take beyond its timeout: for a write in flight, and a read of the state that it leaves. */
const beyondMs = 15_000;
/** How long "later" is: lists show everything, and calls that were in flight have ended. */
const laterMs = 10_000;
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
async function begin({ options, prepare, first, others }: Scenario, binding: Binding): Promise<{ harness: Harness; engine: Engine }> {
  const harness = createHarness({ ...options, world: canaryWorld, timeoutMs });
  const engine = new Engine();
  prepare?.(harness);
  if (first) expectSuccess(await engine.up(startProcess(harness, optionsOf(binding)), first));
  others?.(harness);
  await harness.clock.sleep(laterMs);
  harness.simulator.forgetCalls();
  return { harness, engine };
}

/** Runs the scenario without faults and records its calls and its states. */
export async function referenceOf(scenario: Scenario, binding: Binding = "dynamic"): Promise<Reference> {
  const { harness, engine } = await begin(scenario, binding);
  const start = snapshotOf(harness, engine);
  const { process, calls } = startFaultyProcess(harness, optionsOf(binding), () => undefined);
  expectSuccess(await engine.up(process, scenario.program, { replaced: scenario.replaced }));
  await harness.clock.sleep(laterMs);
  const [expected, actions] = [snapshotOf(harness, engine), actionCountsOf(harness)];
  expectSuccess(await engine.refresh(startProcess(harness, optionsOf(binding))));
  const refreshed = snapshotOf(harness, engine, { isAtRest: true });
  expectSuccess(await engine.up(startProcess(harness, optionsOf(binding)), scenario.first ?? []));
  await harness.clock.sleep(laterMs);
  return { scenario, binding, calls, start, expected, undone: snapshotOf(harness, engine), actions, refreshed };
}

/** Every fault at every call of a scenario; the engine cancels plugins only. */
export function casesOf(reference: Reference): FaultCase[] {
  const { calls, binding, scenario } = reference;
  // A share that is listed late, in a list that is old, is invisible for longer than the bound (assumption S-visibility).
  const isLate = scenario.options !== undefined;
  const faults = callFaults
    .filter(({ process }) => process !== "cancelled" || binding === "plugin")
    .filter(({ hasOldLists = false }) => !isLate || !hasOldLists);
  return calls.flatMap((call) =>
    faults
      .filter((fault) => isPossible(fault, call.operation))
      .flatMap((fault) => [false, true].map((isUndone) => ({ reference, call, fault, isUndone })))
      .filter(({ fault, isUndone }) => !isUndone || canBeUndone(reference, fault)),
  );
}

/** A killed run is repeated first (exception e). An account that has left needs a new invitation, and an action stays done. */
function canBeUndone({ scenario }: Reference, { process }: CallFault): boolean {
  const hasLasting = scenario.program.some(({ kind }) => kind === "InvitationAcceptor" || kind === "DeviceAction");
  return process?.includes("killed") !== true && scenario.replaced === undefined && !hasLasting;
}

export function nameOfCase({ reference, call, fault, isUndone }: FaultCase): string {
  const where = `${reference.binding === "plugin" ? "plugin / " : ""}${reference.scenario.name} / call ${call.number} ${call.operation}`;
  return `${where} / ${fault.name}${isUndone ? " / then the program of before" : ""}`;
}

/** Runs a case: the step with its fault, then plain reruns, or the program of before. */
export async function runCase(faultCase: FaultCase): Promise<Outcome> {
  const { reference, call, fault, isUndone } = faultCase;
  const { scenario, binding, expected, actions } = reference;
  const { harness, engine } = await begin(scenario, binding);
  const before = engine.entries;
  const faulty = startFaultyProcess(harness, optionsOf(binding), ({ number }) => (number === call.number ? fault : undefined));
  const first = await engine.up(faulty.process, scenario.program, { replaced: scenario.replaced, killed: faulty.killed });
  const { wasKilled, failures } = first;
  const ofRun = [...problemsOfRun(faulty, harness, fault), ...failures.filter((line) => line.includes("defect"))];
  const written = engine.entries;
  const hasWritten = harness.simulator.calls.some(({ operation, tookEffect }) => tookEffect && !isReadOperation(operation));
  // A refusal says that nothing was done.
  const isUnchanged = fault.name.startsWith("403") && !hasWritten;
  const shareException = wasKilled ? exceptionOf(harness, engine) : undefined;
  if (shareException === "not listed yet" || fault.late !== undefined) await harness.clock.sleep(laterMs);
  const isDone = !wasKilled && failures.length === 0;
  // What a deletion has done already is in no state.
  const isPartlyDeleted = written.some((entry) => entry.isPendingDeletion || !scenario.program.some(({ name }) => name === nameOf(entry)));
  const isBack = isUndone && !isDone && !isPartlyDeleted;
  if (isUndone && !isBack) return { name: nameOfCase(faultCase), problems: ofRun, reruns: 0 };
  const processes: ProviderProcess[] = [faulty.process];
  const rerun = (program: Program) => {
    const process = startProcess(harness, optionsOf(binding));
    processes.push(process);
    return engine.up(process, program, { replaced: namesToReplace(scenario, before, engine) });
  };
  let report: Report = first;
  let reruns = 0;
  if (isBack) await harness.clock.sleep(laterMs);
  for (let isOver = isDone; !isOver && reruns < maxReruns; reruns += 1) {
    report = await rerun(isBack ? (scenario.first ?? []) : scenario.program);
    isOver = !report.wasKilled && report.failures.length === 0;
  }
  const repeated: ActionCounts = wasKilled ? unwritten(faulty.process.done, before, written) : new Map();
  const exception = shareException ?? ([...repeated.values()].some((count) => count > 0) ? "done to a device, not written" : undefined);
  // The program of before requests no creation that has failed (exception c).
  if (shareException === "create tag removed, id not written" || isBack) deleteLostShares(harness, engine, isBack);
  await harness.clock.sleep(laterMs);
  const messages = [...failures, ...report.failures, ...processes.flatMap(({ logs }) => logs.map(({ message }) => message))];
  const problems = [
    ...ofRun,
    ...report.failures.map((failure) => `still fails: ${failure}`),
    ...(isBack ? problemsAfterUndoing(harness, engine, reference, isUnchanged) : problemsOf(harness, engine, expected)),
    ...wrongActionCounts(harness, engine, actions, repeated),
    ...processes.flatMap(({ late }) => late.map((operation) => `a process without an engine sent ${operation}`)),
    ...leaksIn(messages, engine, harness),
  ];
  if (problems.length === 0 && !isBack) problems.push(...(await instabilities(harness, engine, reference)));
  return { name: nameOfCase(faultCase), problems, reruns, exception };
}

/** Returns the forced replacements that must be requested again, because their new objects do not exist yet. */
export function namesToReplace({ replaced }: Scenario, before: readonly StackEntry[], { entries }: Engine): string[] | undefined {
  const isCurrent = ({ isPendingDeletion, isPendingReplacement }: StackEntry) => !isPendingDeletion && !isPendingReplacement;
  const names = entries.filter((entry) => isCurrent(entry) && before.some(({ id }) => id === entry.id)).map(nameOf);
  return replaced?.filter((name) => names.includes(name));
}

/** What the run with the fault has done wrong, whatever follows. */
function problemsOfRun({ process, calls, cancelled }: FaultyProcess, { clock }: Harness, { late }: CallFault): string[] {
  const problems = process.slowestMs() > timeoutMs + beyondMs ? [`an operation took ${process.slowestMs() / 1000} s`] : [];
  const moment = cancelled();
  if (moment === undefined) return problems;
  const written = calls.slice(moment.calls).filter(({ isRead }) => !isRead);
  const tookMs = clock.now() - moment.at;
  // The id of a share is in the answer of its creating call only, so that the call is not cut.
  const mostMs = calls[moment.calls - 1]?.operation === "CreateResourceShare" && late ? 45_000 : 9_000;
  return [
    ...problems,
    ...written.map(({ operation }) => `sent ${operation} after it was cancelled`),
    ...(tookMs > mostMs ? [`went on for ${tookMs / 1000} s after it was cancelled`] : []),
  ];
}

/** After the program of before, the world is that of before, or that after a change that was made, at least in part, and undone. */
function problemsAfterUndoing(harness: Harness, engine: Engine, { start, undone }: Reference, isUnchanged: boolean): string[] {
  const now = snapshotOf(harness, engine);
  const fromStart = differences("world", start.world, now.world);
  const fromUndone = differences("world", undone.world, now.world);
  return [...problemsOf(harness, engine, now), ...(!isUnchanged && fromUndone.length === 0 ? [] : fromStart)];
}

/** Changes after convergence: a further run that makes calls, or a refresh that finds a difference. */
async function instabilities(harness: Harness, engine: Engine, { scenario, binding, refreshed }: Reference): Promise<string[]> {
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
