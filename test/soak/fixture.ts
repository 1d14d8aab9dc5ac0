import type { Simulator } from "../../provider/simulator/index.ts";
import { createKillInjector, waitForExit } from "../engine/kill/kill-at-call.ts";
import type { KillInjector } from "../engine/kill/kill-at-call.ts";
import { differencesOf, worldOf } from "../engine/kill/world.ts";
import { Project } from "../engine/pulumi.ts";
import type { Run } from "../engine/pulumi.ts";
import { startService } from "../engine/service.ts";
import type { Service } from "../engine/service.ts";
import { expectedOf, textOf } from "./program.ts";
import type { Program } from "./program.ts";
import type { Trouble } from "./step-faults.ts";

/** How a step went. */
export interface StepResult {
  readonly reruns: number;
  readonly faults: number;
  readonly kills: number;
  /** Shares that were lost in the window that the documents name. */
  readonly windows: number;
  readonly problems: readonly string[];
}

const MAX_RERUNS = 2;
const RUN_MS = 240_000;

/** One stack and one world, updated from program to program under faults. */
export class SoakFixture implements AsyncDisposable {
  readonly #service: Service;
  readonly #killInjector: KillInjector;
  readonly #project: Project;

  private constructor(service: Service, killInjector: KillInjector, project: Project) {
    this.#service = service;
    this.#killInjector = killInjector;
    this.#project = project;
  }

  static async open(): Promise<SoakFixture> {
    const killInjectors: KillInjector[] = [];
    const service = await startService({}, (simulator) => {
      const killInjector = createKillInjector(simulator);
      killInjectors.push(killInjector);
      return killInjector.simulator;
    });
    // A call that hangs is given up soon, so that a step is.
    const env = { ...service.env, RESOURCESHARE_REQUEST_TIMEOUT_SECONDS: "5" };
    const project = await Project.open({ env, files: { "index.js": "" } });
    const [killInjector] = killInjectors;
    if (!killInjector) throw new Error("nothing was served");
    return new SoakFixture(service, killInjector, project);
  }

  /** Updates the stack to a program, or destroys it, and checks the world and the state. */
  async step(program: Program | undefined, fault: Trouble): Promise<StepResult> {
    const args = program === undefined ? ["destroy"] : ["up"];
    if (program !== undefined) this.#project.write({ "index.js": textOf(program) });
    const { simulator } = this.#service;
    simulator.forgetCalls();
    let engine = 0;
    this.#killInjector.disarm();
    if (fault.kind === "kill") this.#killInjector.arm(fault.strike, () => engine);
    const ids = fault.kind === "faults" ? fault.faults.map((rule) => simulator.faults.add(rule)) : [];
    let last = await this.#run(args, (pid) => (engine = pid));
    const { killed, calls } = this.#killInjector.disarm();
    await waitForExit(killed);
    const faults = this.#clearFaults(simulator, ids);
    const untagged = untaggedShareIds(simulator);
    let reruns = 0;
    for (; last.code !== 0 && reruns < MAX_RERUNS; reruns += 1) {
      if (this.#project.isLocked()) await this.#project.succeed(["cancel", "--yes"]);
      last = await this.#run(args);
    }
    const failed = last.code === 0 ? [] : [`it still fails after ${reruns} reruns: ${last.stdout}${last.stderr}`];
    const windows = killed.length > 0 ? this.#deleteLostShares(untagged) : 0;
    const problems = [...failed, ...this.#problems(program ?? {})];
    const details = problems.length > 0 ? [`calls of the disturbed run: ${calls.join(" ")}`] : [];
    return { reruns, faults, kills: killed.length > 0 ? 1 : 0, windows, problems: [...problems, ...details] };
  }

  /** The data for a later investigation. */
  diagnostics(): { readonly world: string; readonly state: string } {
    return { world: JSON.stringify(this.#service.simulator.save()), state: this.#project.stateText() };
  }

  /** How many of the faults have hit; the rest is taken back. */
  #clearFaults(simulator: Simulator, ids: readonly number[]): number {
    const remaining = simulator.faults.list();
    simulator.faults.clear();
    return ids.length - remaining.filter(({ hit }) => hit === 0).length;
  }

  #problems(program: Program): string[] {
    const { simulator } = this.#service;
    const { shares } = worldOf(simulator.save());
    const found = Object.values(shares)
      .map(({ name, allowExternalTargets, tags, entities }) => ({
        ...{ name, allowExternalTargets, tags },
        entities: entities.map((entity) => entity.split(" ").slice(1).join(" ")).toSorted(),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    const known = this.#project.resources().flatMap(({ type, id }) => (type.endsWith(":ResourceShare") && id !== undefined ? [id] : []));
    return [
      ...simulator.invariants(),
      ...differencesOf("shares", expectedOf(program), found),
      ...differencesOf("ids", known.toSorted(), Object.keys(shares).toSorted()),
    ];
  }

  /** Deletes, as the documents advise, shares without a state whose create tag the killed run has removed. */
  #deleteLostShares(untagged: readonly string[]): number {
    const { simulator } = this.#service;
    const known = new Set(this.#project.resources().map(({ id }) => id));
    const { shares } = worldOf(simulator.save());
    const lost = Object.keys(shares).filter((id) => !known.has(id) && untagged.includes(id));
    for (const id of lost) simulator.outOfBand.deleteShare(id);
    if (lost.length > 0) simulator.outOfBand.settleNow();
    return lost.length;
  }

  #run(args: readonly string[], onStart?: (pid: number) => void): Promise<Run> {
    return this.#project.run([...args, "--yes", "--skip-preview"], { timeoutMs: RUN_MS, ...(onStart ? { onStart } : {}) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#project[Symbol.asyncDispose]();
    await this.#service[Symbol.asyncDispose]();
  }
}

/** The shares whose create tag was removed in the calls so far. */
function untaggedShareIds({ calls }: Simulator): string[] {
  return calls
    .filter(({ operation, tookEffect, parameters }) => {
      return operation === "UntagResources" && tookEffect && JSON.stringify(parameters).includes("resourceshare:creating");
    })
    .flatMap(({ parameters }) => JSON.stringify(parameters).match(/rs-\d+/g) ?? []);
}
