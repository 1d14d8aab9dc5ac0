import type { FullWorldFile } from "../../../simulator/index.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { urnOf, type Binding } from "../binding.ts";
import type { StateStore } from "../backends/state-store.ts";
import { isAlive } from "../processes.ts";
import type { Run } from "../../support/child-output.ts";
import type { RunOptions } from "../pulumi.ts";
import { openKillableStack, type KillableStack } from "../stack.ts";
import type { StepCalls } from "./cases.ts";
import { isInterrupt, type KillPoint } from "./kill-at-call.ts";
import type { ResourceLifecycle, Step } from "./lifecycles.ts";
import { differencesOf, worldOf } from "./world.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";

/** A kill in one step of a lifecycle. */
export interface KillCase {
  readonly lifecycle: ResourceLifecycle;
  readonly step: number;
  readonly killPoint: KillPoint;
}

/** The result of a case: `problems` is what is wrong, `exception` names the documented exception that the kill has met. */
export interface CaseResult {
  readonly problems: readonly string[];
  readonly exception?: string;
  readonly reruns: number;
  /** Whether the run did not make the call at which it was to be killed. */
  readonly isMissed: boolean;
  /** Whether an earlier case of the step has left the same world and state, so that the step was not run again. */
  readonly isRepeated: boolean;
}

/** The state before and after a step, and its calls, when no process is killed. */
interface StepBaseline {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly calls: readonly string[];
}

interface Snapshot {
  readonly world: FullWorldFile;
  readonly state: string;
}

const MAX_RERUNS = 2;

/** One lifecycle: run once without a kill, then from the beginning of each of its steps with one. */
export class KillFixture implements AsyncDisposable {
  readonly lifecycle: ResourceLifecycle;
  readonly #binding: Binding;
  readonly #stack: KillableStack;
  readonly #seen: Set<string>;
  #baselines: readonly StepBaseline[] = [];

  private constructor(lifecycle: ResourceLifecycle, binding: Binding, stack: KillableStack, seen: Set<string>) {
    this.lifecycle = lifecycle;
    this.#binding = binding;
    this.#stack = stack;
    this.#seen = seen;
  }

  /**
   * @param seen what the cases of the lifecycle have left; stacks that run its cases side by side share it
   * @param store what keeps the stack's state; files of its own when absent
   */
  static async open(lifecycle: ResourceLifecycle, binding: Binding, seen: Set<string>, store?: StateStore): Promise<KillFixture> {
    // Transitions are counted in reads: then each lifecycle makes the same calls, however busy the machine is.
    const afterTwoReads = { reads: 2 };
    const pace = { associate: afterTwoReads, disassociate: afterTwoReads, deleteShare: afterTwoReads, ...lifecycle.pace };
    const stack = await openKillableStack({ simulator: { pace }, files: binding.files, store }, binding.commandPart);
    lifecycle.prepare?.(stack.service.simulator);
    return new KillFixture(lifecycle, binding, stack, seen);
  }

  /** Runs the lifecycle without a kill, and returns the calls of each step. */
  async recordBaseline(): Promise<StepCalls> {
    const baselines: StepBaseline[] = [];
    await this.#run({ name: "base", program: this.lifecycle.baseProgram, command: "up" });
    for (const step of this.lifecycle.steps) {
      const before = this.#snapshot();
      this.#stack.killInjector.disarm();
      const run = await this.#run(step);
      if (run.code !== 0) throw new Error(`${this.lifecycle.resource} ${step.name} fails without a kill\n${run.stdout}\n${run.stderr}`);
      baselines.push({ before, after: this.#snapshot(), calls: this.#stack.killInjector.disarm().calls });
    }
    this.#baselines = baselines;
    return baselines.map(({ calls }) => calls);
  }

  /** Runs a step, kills or interrupts at the given point, reruns the step until it succeeds, compares world and state with the baseline, and may destroy the stack. */
  async runCase({ step: index, killPoint }: KillCase, destroys: boolean): Promise<CaseResult> {
    const baseline = this.#baselines[index];
    const step = this.lifecycle.steps[index];
    if (!baseline || !step) throw new Error(`${this.lifecycle.resource} has no step ${index}`);
    await this.#restore(baseline.before);
    let engine = 0;
    let output = "";
    this.#stack.killInjector.arm(
      killPoint,
      () => engine,
      () => output.includes("cancelling"),
    );
    const killedRun = await this.#run(step, { onStart: (pid) => (engine = pid), onStdout: (text) => (output = text) });
    await this.#stack.killInjector.settled();
    const problems: string[] = [];
    const { calls, killedAt, killed } = this.#stack.killInjector.disarm();
    // The number of reads depends on the moment; the number of writes does not.
    const isMissed = killedAt === undefined;
    if (isMissed && isWrite(killPoint.operation ?? ""))
      problems.push(`${killPoint.operation} was not called ${killPoint.nth} times: ${calls.join(" ")}`);
    problems.push(...killed.filter(isAlive).map((pid) => `process ${pid} is still running`));
    const endsEngine = killPoint.target !== "provider" && !isInterrupt(killPoint);
    const laterWrites = isMissed ? [] : calls.slice(killedAt).filter(isWrite);
    if (endsEngine) problems.push(...laterWrites.map((name) => `the orphaned process called ${name}`));
    if (!isMissed && endsEngine && killedRun.code === 0) problems.push("the engine was killed, but exited with 0");
    if (killPoint.target === "interrupt") problems.push(...this.#disagreements());
    const isDone = isMissed || (isInterrupt(killPoint) && this.#differencesFrom(baseline.after).length === 0);
    // The CLI (3.250) exits with 0 also when an interrupt has kept a destroy from deleting everything; the state then holds what is left.
    if (!isDone && isInterrupt(killPoint) && killedRun.code === 0) problems.push(...(await this.#drift()));
    const isRepeated = problems.length === 0 && !isMissed && this.#isRepeated(index);
    if (isRepeated) return { problems, reruns: 0, isMissed, isRepeated };
    const { reruns, last } = isDone ? { reruns: 0, last: { ...killedRun, code: isMissed ? killedRun.code : 0 } } : await this.#rerun(step);
    if (last.code !== 0) problems.push(`it still fails after ${reruns} reruns: ${last.stdout}${last.stderr}`);
    const exception = this.#exceptionOf(killPoint, step, baseline);
    if (exception === undefined) problems.push(...this.#differencesFrom(baseline.after));
    if (destroys || exception !== undefined) problems.push(...(await this.#destroyProblems(exception)));
    return { problems, reruns, isMissed, isRepeated, ...(exception === undefined ? {} : { exception }) };
  }

  /** Whether a case of a step has left what an earlier one has left: what follows is the same then, and takes long. */
  #isRepeated(step: number): boolean {
    const { project, service } = this.#stack;
    // The values of both tags differ between stacks and from renewal to renewal.
    const world = JSON.stringify(worldOf(service.simulator.save())).replaceAll(/("resourceshare:\w+":)"[^"]*"/g, "$1");
    const left = JSON.stringify([step, world, stateOf(project.stateText()), project.pending(), project.isLocked()]);
    if (this.#seen.has(left)) return true;
    this.#seen.add(left);
    return false;
  }

  async #rerun(step: Step): Promise<{ reruns: number; last: Run }> {
    for (let reruns = 1; ; reruns += 1) {
      if (this.#stack.project.isLocked()) await this.#stack.project.succeed(["cancel", "--yes"]);
      // A transition that was in progress at the kill still is when the next command starts, and ends a moment later.
      const settling = setInterval(() => this.#stack.service.simulator.outOfBand.settleNow(), 200);
      // A replacement in progress is resumed without `--replace`; with it, another one would begin.
      const isReplacing = this.#stack.project.resources().some((resource) => resource.delete === true);
      const last = await this.#run(isReplacing ? { ...step, command: "up" } : step).finally(() => clearInterval(settling));
      if (last.code === 0 || reruns >= MAX_RERUNS) return { reruns, last };
    }
  }

  /** What a command that was interrupted once has not recorded, although it ended by itself. */
  #disagreements(): string[] {
    const shares = Object.keys(worldOf(this.#stack.service.simulator.save()).shares);
    const recorded = this.#stack.project.resources().filter(({ type }) => type.endsWith(":ResourceShare"));
    return [
      ...this.#stack.project.pending().map((urn) => `${urn} is pending after one interrupt`),
      ...shares.filter((id) => !recorded.some((resource) => resource.id === id)).map((id) => `${id} is in no state after one interrupt`),
    ];
  }

  /** The differences between state and service after a command that reports success. */
  async #drift(): Promise<string[]> {
    // An account that leaves a share is no target any more, which a refresh of the share shows.
    if (this.lifecycle.resource === "InvitationAcceptor") return [];
    const { code, stdout } = await this.#stack.project.run(["refresh", "--preview-only", "--expect-no-changes"]);
    return code === 0 ? [] : [`state and service differ after exit code 0: ${stdout}`];
  }

  /** The differences from the lifecycle without a kill. */
  #differencesFrom(expected: Snapshot): string[] {
    return [
      ...this.#stack.service.simulator.invariants(),
      ...differencesOf("world", worldOf(expected.world), worldOf(this.#stack.service.simulator.save())),
      ...differencesOf("state", stateOf(expected.state), stateOf(this.#stack.project.stateText())),
    ];
  }

  /** An action has no create tag: it is repeated when the engine could not record it. */
  #wasDoneTwice({ operation, moment }: KillPoint, { after }: StepBaseline): boolean {
    const [done, once] = [this.#stack.service.simulator.save(), after.world].map((world) => worldOf(world).done.length);
    return operation === "ExecuteScene" && moment === "after" && done === (once ?? 0) + 1;
  }

  /** The documented exception: the create tag is removed and the id not recorded, so there is one more share, which is in no state. */
  #exceptionOf(killPoint: KillPoint, step: Step, baseline: StepBaseline): string | undefined {
    const { calls } = baseline;
    if (this.lifecycle.resource === "DeviceAction")
      return this.#wasDoneTwice(killPoint, baseline) ? "after a device action, before the engine recorded it" : undefined;
    if (this.lifecycle.resource !== "ResourceShare" || step.command === "destroy" || step.name === "update") return undefined;
    const untags = calls.filter((name) => name === "UntagResources").length;
    const isLast = killPoint.operation === "UntagResources" && killPoint.nth === untags && killPoint.moment === "after";
    const known = this.#stack.project.resources().map(({ id }) => id);
    const surplus = Object.values(worldOf(this.#stack.service.simulator.save()).shares).filter(({ id }) => !known.includes(id));
    const hasNoCreateTag = surplus.every(({ tags }) => !("resourceshare:creating" in tags));
    return isLast && surplus.length === 1 && hasNoCreateTag
      ? "after the create tag was removed, before the engine recorded the id"
      : undefined;
  }

  /** Destroys the stack, and returns what is left of it. */
  async #destroyProblems(exception: string | undefined): Promise<string[]> {
    const run = await this.#run({ name: "destroy", program: this.lifecycle.baseProgram, command: "destroy" });
    const world = worldOf(this.#stack.service.simulator.save());
    const left = Object.values(world.shares).map(({ id, name }) => `${id} (${name}) is left after a destroy`);
    const state = stateOf(this.#stack.project.stateText()).resources.map(({ urn }) => `${urn} is left in the state after a destroy`);
    const failed = run.code === 0 ? [] : [`destroy fails: ${run.stdout}${run.stderr}`];
    // The share of the exception is left, and nothing else.
    const surplus = exception === undefined || left.length !== 1 ? left : [];
    return [...failed, ...surplus, ...state];
  }

  #run(step: Step, observers: Pick<RunOptions, "onStart" | "onStdout"> = {}): Promise<Run> {
    this.#stack.project.write({ "index.js": this.#binding.program(step.program) });
    const replaced = step.command === "replace" ? ["--replace", urnOf(this.#binding, this.lifecycle.resource, "it")] : [];
    const command = step.command === "replace" ? "up" : step.command;
    return this.#stack.project.run([command, ...replaced, "--yes", "--skip-preview"], { timeoutMs: 300_000, ...observers });
  }

  #snapshot(): Snapshot {
    return { world: this.#stack.service.simulator.save(), state: this.#stack.project.stateText() };
  }

  async #restore({ world, state }: Snapshot): Promise<void> {
    if (this.#stack.project.isLocked()) await this.#stack.project.succeed(["cancel", "--yes"]);
    this.#stack.service.simulator.load(structuredClone(world));
    this.#stack.project.restore(state);
    this.#stack.service.simulator.forgetCalls();
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#stack[Symbol.asyncDispose]();
  }
}

/** Whether an operation changes something. */
export function isWrite(operation: string): boolean {
  return !isReadOperation(operation);
}

interface StateFile {
  readonly checkpoint: { readonly latest?: { readonly resources?: readonly Record<string, unknown>[] } };
}

/** The resources of a state, without what differs from run to run. */
function stateOf(text: string) {
  // The CLI's own format.
  const { latest } = (JSON.parse(text) as StateFile).checkpoint;
  const resources = (latest?.resources ?? [])
    .filter(({ type }) => type !== "pulumi:pulumi:Stack" && !String(type).startsWith("pulumi:providers:"))
    .map(({ urn, type, id, inputs, outputs, initErrors, delete: isDeleted }) => ({
      urn,
      // An action has no object at the service: its id contains the time.
      id: String(type).endsWith(":DeviceAction") ? "" : id,
      inputs,
      outputs: withoutTimestamps(outputs),
      initErrors,
      isDeleted,
    }));
  return { resources };
}

const TIMES = ["createTime", "updateTime", "ranAt"];

function withoutTimestamps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimestamps);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !TIMES.includes(name))
      .map(([name, inner]) => [name, withoutTimestamps(inner)]),
  );
}
