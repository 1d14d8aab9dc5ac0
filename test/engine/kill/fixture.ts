import { onRead } from "../../../provider/simulator/index.ts";
import type { FullWorldFile } from "../../../provider/simulator/index.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { isAlive } from "../processes.ts";
import { Project } from "../pulumi.ts";
import type { Run } from "../pulumi.ts";
import { startService } from "../service.ts";
import type { Service } from "../service.ts";
import { createKillInjector, waitForExit } from "./kill-at-call.ts";
import type { KillInjector, KillPoint } from "./kill-at-call.ts";
import type { ResourceLifecycle, Step } from "./lifecycles.ts";
import { differencesOf, worldOf } from "./world.ts";

/** A strike in one step of a life. */
export interface KillCase {
  readonly life: ResourceLifecycle;
  readonly step: number;
  readonly strike: KillPoint;
}

/** How a case went: `window` names the window of the promise that it fell into, `problems` is what is wrong. */
export interface CaseResult {
  readonly problems: readonly string[];
  readonly window?: string;
  readonly reruns: number;
}

/** Where a step begins and ends when nobody is killed. */
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

/** One life, led once undisturbed and then from the beginning of each of its steps, with somebody killed on the way. */
export class KillFixture implements AsyncDisposable {
  readonly lifecycle: ResourceLifecycle;
  readonly #service: Service;
  readonly #killInjector: KillInjector;
  readonly #project: Project;
  #baselines: readonly StepBaseline[] = [];

  private constructor(lifecycle: ResourceLifecycle, service: Service, killInjector: KillInjector, project: Project) {
    this.lifecycle = lifecycle;
    this.#service = service;
    this.#killInjector = killInjector;
    this.#project = project;
  }

  static async open(lifecycle: ResourceLifecycle): Promise<KillFixture> {
    // Transitions are counted in looks: then each life makes the same calls, however busy the machine is.
    const afterTwoReads = onRead(2);
    const killInjectors: KillInjector[] = [];
    const service = await startService(
      { pace: { associate: afterTwoReads, disassociate: afterTwoReads, deleteShare: afterTwoReads, ...lifecycle.pace } },
      (simulator) => {
        const killInjector = createKillInjector(simulator);
        killInjectors.push(killInjector);
        return killInjector.simulator;
      },
    );
    lifecycle.prepare?.(service.simulator);
    const project = await Project.open({ env: service.env, files: { "index.js": "" } });
    const [killInjector] = killInjectors;
    if (!killInjector) throw new Error("nothing was served");
    return new KillFixture(lifecycle, service, killInjector, project);
  }

  /** Leads the life undisturbed, and gives the calls of each step. */
  async recordBaseline(): Promise<readonly (readonly string[])[]> {
    const baselines: StepBaseline[] = [];
    await this.#run({ name: "given", program: this.lifecycle.baseProgram, args: [] });
    for (const step of this.lifecycle.steps) {
      const before = this.#snapshot();
      this.#killInjector.disarm();
      const run = await this.#run(step);
      if (run.code !== 0) throw new Error(`${this.lifecycle.resource} ${step.name} fails undisturbed\n${run.stdout}\n${run.stderr}`);
      baselines.push({ before, after: this.#snapshot(), calls: this.#killInjector.disarm().calls });
    }
    this.#baselines = baselines;
    return baselines.map(({ calls }) => calls);
  }

  /** Begins at a step, lets the strike hit it, runs it again, looks at what has become of the world and of the state, and destroys all of it if asked to. */
  async runCase({ step: index, strike }: KillCase, destroys: boolean): Promise<CaseResult> {
    const baseline = this.#baselines[index];
    const step = this.lifecycle.steps[index];
    if (!baseline || !step) throw new Error(`${this.lifecycle.resource} has no step ${index}`);
    await this.#restore(baseline.before);
    let engine = 0;
    this.#killInjector.arm(strike, () => engine);
    const killedRun = await this.#run(step, (pid) => (engine = pid));
    const problems: string[] = [];
    const { calls, struckAt, killed } = this.#killInjector.disarm();
    // How often something is looked at depends on the moment; what is changed does not.
    const isMissed = struckAt === undefined;
    if (isMissed && isWrite(strike.operation ?? ""))
      problems.push(`${strike.operation} was not called ${strike.nth} times: ${calls.join(" ")}`);
    await waitForExit(killed);
    problems.push(...killed.filter(isAlive).map((pid) => `process ${pid} lives on`));
    const laterWrites = isMissed ? [] : calls.slice(struckAt).filter(isWrite);
    if (strike.victim !== "provider") problems.push(...laterWrites.map((name) => `the orphan went on with ${name}`));
    if (!isMissed && strike.victim !== "provider" && killedRun.code === 0) problems.push("the engine was killed and has ended well");
    const { reruns, last } = isMissed ? { reruns: 0, last: killedRun } : await this.#rerun(step);
    if (last.code !== 0) problems.push(`it still fails after ${reruns} reruns: ${last.stdout}${last.stderr}`);
    const window = this.#windowOf(strike, step, baseline);
    if (window === undefined) problems.push(...this.#differencesFrom(baseline.after));
    if (destroys || window !== undefined) problems.push(...(await this.#destroyProblems(window)));
    return { problems, reruns, ...(window === undefined ? {} : { window }) };
  }

  async #rerun(step: Step): Promise<{ reruns: number; last: Run }> {
    for (let reruns = 1; ; reruns += 1) {
      if (this.#project.isLocked()) await this.#project.succeed(["cancel", "--yes"]);
      // What was on its way when somebody died is still so when the next command begins, and done a moment later.
      const settling = setInterval(() => this.#service.simulator.outOfBand.settleNow(), 200);
      // A replacement that is under way goes on by itself; forced again, it would begin once more.
      const isReplacing = this.#project.resources().some((resource) => resource.delete === true);
      const last = await this.#run(isReplacing ? { ...step, args: [] } : step).finally(() => clearInterval(settling));
      if (last.code === 0 || reruns >= MAX_RERUNS) return { reruns, last };
    }
  }

  /** What differs from a life in which nobody was killed. */
  #differencesFrom(expected: Snapshot): string[] {
    return [
      ...this.#service.simulator.invariants(),
      ...differencesOf("world", worldOf(expected.world), worldOf(this.#service.simulator.save())),
      ...differencesOf("state", stateOf(expected.state), stateOf(this.#project.stateText())),
    ];
  }

  /** What was done to a device bears no mark: it is done once more when nobody could write it down. */
  #wasDoneTwice({ operation, moment }: KillPoint, { after }: StepBaseline): boolean {
    const [done, once] = [this.#service.simulator.save(), after.world].map((world) => worldOf(world).done.length);
    return operation === "ExecuteScene" && moment === "after" && done === (once ?? 0) + 1;
  }

  /** The one exception: the mark is off and the id is not written down, so that there is one more share, which no state knows. */
  #windowOf(killPoint: KillPoint, step: Step, baseline: StepBaseline): string | undefined {
    const { calls } = baseline;
    if (this.lifecycle.resource === "DeviceAction")
      return this.#wasDoneTwice(killPoint, baseline) ? "after something was done to a device, before it was written down" : undefined;
    if (this.lifecycle.resource !== "ResourceShare" || step.args === undefined || step.name === "update") return undefined;
    const untags = calls.filter((name) => name === "UntagResources").length;
    const isLast = killPoint.operation === "UntagResources" && killPoint.nth === untags && killPoint.moment === "after";
    const known = this.#project.resources().map(({ id }) => id);
    const surplus = Object.values(worldOf(this.#service.simulator.save()).shares).filter(({ id }) => !known.includes(id));
    const hasNoCreateTag = surplus.every(({ tags }) => !("resourceshare:creating" in tags));
    return isLast && surplus.length === 1 && hasNoCreateTag ? "after the mark was taken off, before the id was written down" : undefined;
  }

  /** Destroys the stack: then the world has what it had before the life began. */
  async #destroyProblems(window: string | undefined): Promise<string[]> {
    const run = await this.#run({ name: "destroy", program: this.lifecycle.baseProgram });
    const world = worldOf(this.#service.simulator.save());
    const left = Object.values(world.shares).map(({ id, name }) => `${id} (${name}) is left after a destroy`);
    const state = stateOf(this.#project.stateText()).resources.map(({ urn }) => `${urn} is left in the state after a destroy`);
    const failed = run.code === 0 ? [] : [`destroy fails: ${run.stdout}${run.stderr}`];
    // What the window lets go, and nothing else.
    const surplus = window === undefined || left.length !== 1 ? left : [];
    return [...failed, ...surplus, ...state];
  }

  #run(step: Step, onStart?: (pid: number) => void): Promise<Run> {
    this.#project.write({ "index.js": `const rs = require("pulumi-resourceshare");\n${step.program}\n` });
    const args = step.args === undefined ? ["destroy"] : ["up", ...step.args];
    const options = { timeoutMs: 120_000, ...(onStart ? { onStart } : {}) };
    return this.#project.run([...args, "--yes", "--skip-preview"], options);
  }

  #snapshot(): Snapshot {
    return { world: this.#service.simulator.save(), state: this.#project.stateText() };
  }

  async #restore({ world, state }: Snapshot): Promise<void> {
    if (this.#project.isLocked()) await this.#project.succeed(["cancel", "--yes"]);
    this.#service.simulator.load(structuredClone(world));
    this.#project.restore(state);
    this.#service.simulator.forgetCalls();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#project[Symbol.asyncDispose]();
    await this.#service[Symbol.asyncDispose]();
  }
}

/** Whether an operation changes something. */
export function isWrite(operation: string): boolean {
  return !/^(List|Get|Check|Describe)/.test(operation);
}

interface StateFile {
  readonly checkpoint: { readonly latest?: { readonly resources?: readonly Record<string, unknown>[] } };
}

/** What the state says, without what differs from run to run. */
function stateOf(text: string) {
  // The CLI's own format.
  const { latest } = (JSON.parse(text) as StateFile).checkpoint;
  const resources = (latest?.resources ?? [])
    .filter(({ type }) => type !== "pulumi:pulumi:Stack" && type !== "pulumi:providers:pulumi-nodejs")
    .map(({ urn, type, id, inputs, outputs, initErrors, delete: isLeft }) => ({
      urn,
      // An action has no object at the service: its id tells when it was made.
      id: String(type).endsWith(":DeviceAction") ? "" : id,
      inputs,
      outputs: withoutTimestamps(outputs),
      initErrors,
      isLeft,
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
