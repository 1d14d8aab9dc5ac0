import type { Simulator } from "../../../simulator/index.ts";
import { waitForExit } from "../kill/kill-at-call.ts";
import { differencesOf, worldOf } from "../kill/world.ts";
import type { Run } from "../../support/child-output.ts";
import type { Service } from "../service.ts";
import { openKillableStack } from "../stack.ts";
import type { KillableStack } from "../stack.ts";
import { expectedOf, textOf } from "./program.ts";
import type { Program } from "./program.ts";
import type { StepFault } from "./step-faults.ts";

/** The result of a step. */
export interface StepResult {
  readonly reruns: number;
  readonly faults: number;
  readonly kills: number;
  /** Shares that were lost in the documented exception. */
  readonly exceptions: number;
  readonly problems: readonly string[];
}

const MAX_RERUNS = 2;
const RUN_MS = 240_000;

/** One stack and one world, updated from program to program under faults. */
export class SoakFixture implements AsyncDisposable {
  readonly #stack: KillableStack;

  private constructor(stack: KillableStack) {
    this.#stack = stack;
  }

  static async open(): Promise<SoakFixture> {
    // A call that hangs times out soon, so that a step stays short.
    const env = ({ env: account }: Service) => ({ ...account, RESOURCESHARE_REQUEST_TIMEOUT_SECONDS: "5" });
    return new SoakFixture(await openKillableStack({ env, files: { "index.js": "" } }));
  }

  /** Updates the stack to a program, or destroys it, and checks the world and the state. */
  async step(program: Program | undefined, fault: StepFault): Promise<StepResult> {
    const args = program === undefined ? ["destroy"] : ["up"];
    if (program !== undefined) this.#stack.project.write({ "index.js": textOf(program) });
    const { simulator } = this.#stack.service;
    simulator.forgetCalls();
    let engine = 0;
    this.#stack.killInjector.disarm();
    if (fault.kind === "kill") this.#stack.killInjector.arm(fault.killPoint, () => engine);
    const ids = fault.kind === "faults" ? fault.faults.map((rule) => simulator.faults.add(rule)) : [];
    let last = await this.#run(args, (pid) => (engine = pid));
    const { killed, calls } = this.#stack.killInjector.disarm();
    await waitForExit(killed);
    const faults = this.#clearFaults(simulator, ids);
    const untagged = untaggedShareIds(simulator);
    let reruns = 0;
    for (; last.code !== 0 && reruns < MAX_RERUNS; reruns += 1) {
      if (this.#stack.project.isLocked()) await this.#stack.project.succeed(["cancel", "--yes"]);
      last = await this.#run(args);
    }
    const failed = last.code === 0 ? [] : [`it still fails after ${reruns} reruns: ${last.stdout}${last.stderr}`];
    const exceptions = killed.length > 0 ? this.#deleteLostShares(untagged) : 0;
    const problems = [...failed, ...this.#problems(program ?? {})];
    const details = problems.length > 0 ? [`calls of the run with the fault: ${calls.join(" ")}`] : [];
    return { reruns, faults, kills: killed.length > 0 ? 1 : 0, exceptions, problems: [...problems, ...details] };
  }

  /** The data for a later investigation. */
  diagnostics(): { readonly world: string; readonly state: string } {
    return { world: JSON.stringify(this.#stack.service.simulator.save()), state: this.#stack.project.stateText() };
  }

  /** Removes the faults, and returns how many had an effect. */
  #clearFaults(simulator: Simulator, ids: readonly number[]): number {
    const remaining = simulator.faults.list();
    simulator.faults.clear();
    return ids.length - remaining.filter(({ hit }) => hit === 0).length;
  }

  #problems(program: Program): string[] {
    const { simulator } = this.#stack.service;
    const { shares } = worldOf(simulator.save());
    const found = Object.values(shares)
      .map(({ name, allowExternalTargets, tags, entities }) => ({
        ...{ name, allowExternalTargets, tags },
        entities: entities.map((entity) => entity.split(" ").slice(1).join(" ")).toSorted(),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    const known = this.#stack.project
      .resources()
      .flatMap(({ type, id }) => (type.endsWith(":ResourceShare") && id !== undefined ? [id] : []));
    return [
      ...simulator.invariants(),
      ...differencesOf("shares", expectedOf(program), found),
      ...differencesOf("ids", known.toSorted(), Object.keys(shares).toSorted()),
    ];
  }

  /** Deletes, as the documents advise, shares without a state whose create tag the killed run has removed. */
  #deleteLostShares(untagged: readonly string[]): number {
    const { simulator } = this.#stack.service;
    const known = new Set(this.#stack.project.resources().map(({ id }) => id));
    const { shares } = worldOf(simulator.save());
    const lost = Object.keys(shares).filter((id) => !known.has(id) && untagged.includes(id));
    for (const id of lost) simulator.outOfBand.deleteShare(id);
    if (lost.length > 0) simulator.outOfBand.settleNow();
    return lost.length;
  }

  #run(args: readonly string[], onStart?: (pid: number) => void): Promise<Run> {
    return this.#stack.project.run([...args, "--yes", "--skip-preview"], { timeoutMs: RUN_MS, ...(onStart ? { onStart } : {}) });
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#stack[Symbol.asyncDispose]();
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
