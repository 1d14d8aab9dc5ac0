import type { Simulator } from "../../provider/simulator/index.ts";
import { ambush, untilDead } from "../engine/kill/ambush.ts";
import type { Ambush } from "../engine/kill/ambush.ts";
import { differencesOf, worldOf } from "../engine/kill/world.ts";
import { Project } from "../engine/pulumi.ts";
import type { Run } from "../engine/pulumi.ts";
import { startService } from "../engine/service.ts";
import type { Service } from "../engine/service.ts";
import { expectedOf, textOf } from "./program.ts";
import type { Program } from "./program.ts";
import type { Trouble } from "./trouble.ts";

/** How a step went. */
export interface Went {
  readonly reruns: number;
  readonly faults: number;
  readonly kills: number;
  /** Shares that were lost in the window that the documents name. */
  readonly windows: number;
  readonly problems: readonly string[];
}

const AT_MOST_RERUNS = 2;
const RUN_MS = 240_000;

/** One stack and one world, led from program to program under trouble. */
export class SoakBench implements AsyncDisposable {
  readonly #service: Service;
  readonly #ambush: Ambush;
  readonly #project: Project;

  private constructor(service: Service, trap: Ambush, project: Project) {
    this.#service = service;
    this.#ambush = trap;
    this.#project = project;
  }

  static async open(): Promise<SoakBench> {
    const traps: Ambush[] = [];
    const service = await startService({}, (simulator) => {
      const trap = ambush(simulator);
      traps.push(trap);
      return trap.simulator;
    });
    const runtime = "name: engine\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";
    // A call that hangs is given up soon, so that a step is.
    const env = { ...service.env, RESOURCESHARE_REQUEST_TIMEOUT_SECONDS: "5" };
    const project = await Project.open({ env, files: { "Pulumi.yaml": runtime, "index.js": "" } });
    const [trap] = traps;
    if (!trap) throw new Error("nothing was served");
    return new SoakBench(service, trap, project);
  }

  /** Brings the stack to a program, or destroys it, and looks at the world and the state. */
  async step(program: Program | undefined, trouble: Trouble): Promise<Went> {
    const words = program === undefined ? ["destroy"] : ["up"];
    if (program !== undefined) this.#project.write({ "index.js": textOf(program) });
    const { simulator } = this.#service;
    simulator.forgetCalls();
    let engine = 0;
    this.#ambush.disarm();
    if (trouble.kind === "kill") this.#ambush.arm(trouble.strike, () => engine);
    const ids = trouble.kind === "faults" ? trouble.faults.map((rule) => simulator.faults.add(rule)) : [];
    let last = await this.#run(words, (pid) => (engine = pid));
    const { killed, calls } = this.#ambush.disarm();
    await untilDead(killed);
    const faults = this.#clear(simulator, ids);
    const unmarked = unmarkedIn(simulator);
    let reruns = 0;
    for (; last.code !== 0 && reruns < AT_MOST_RERUNS; reruns += 1) {
      if (this.#project.isLocked()) await this.#project.succeed(["cancel", "--yes"]);
      last = await this.#run(words);
    }
    const failed = last.code === 0 ? [] : [`it still fails after ${reruns} reruns: ${last.stdout}${last.stderr}`];
    const windows = killed.length > 0 ? this.#forgive(unmarked) : 0;
    const problems = [...failed, ...this.#problems(program ?? {})];
    const said = problems.length > 0 ? [`calls of the disturbed run: ${calls.join(" ")}`] : [];
    return { reruns, faults, kills: killed.length > 0 ? 1 : 0, windows, problems: [...problems, ...said] };
  }

  /** What somebody needs who looks into it later. */
  evidence(): { readonly world: string; readonly state: string } {
    return { world: JSON.stringify(this.#service.simulator.save()), state: this.#project.stateText() };
  }

  /** How many of the faults have hit; the rest is taken back. */
  #clear(simulator: Simulator, ids: readonly number[]): number {
    const left = simulator.faults.list();
    simulator.faults.clear();
    return ids.length - left.filter(({ hit }) => hit === 0).length;
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

  /** Deletes, as a reader of the documents would, what fell into the window: made, its mark taken off in the killed run, and in no state. */
  #forgive(unmarked: readonly string[]): number {
    const { simulator } = this.#service;
    const known = new Set(this.#project.resources().map(({ id }) => id));
    const { shares } = worldOf(simulator.save());
    const lost = Object.keys(shares).filter((id) => !known.has(id) && unmarked.includes(id));
    for (const id of lost) simulator.behindTheBack.deleteShare(id);
    if (lost.length > 0) simulator.behindTheBack.settleNow();
    return lost.length;
  }

  #run(words: readonly string[], onStart?: (pid: number) => void): Promise<Run> {
    return this.#project.run([...words, "--yes", "--skip-preview"], { timeoutMs: RUN_MS, ...(onStart ? { onStart } : {}) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#project[Symbol.asyncDispose]();
    await this.#service[Symbol.asyncDispose]();
  }
}

/** The shares whose mark was taken off in the calls so far. */
function unmarkedIn({ calls }: Simulator): string[] {
  return calls
    .filter(({ operation, tookEffect, parameters }) => {
      return operation === "UntagResources" && tookEffect && JSON.stringify(parameters).includes("resourceshare:creating");
    })
    .flatMap(({ parameters }) => JSON.stringify(parameters).match(/rs-\d+/g) ?? []);
}
