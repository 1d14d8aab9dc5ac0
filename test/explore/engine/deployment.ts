import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { ProviderProcess } from "./provider-process.ts";
import { jsonCopy } from "../../support/bindings/dynamic.ts";
import type { ProgramEntry } from "../../support/random-programs/render.ts";
import { type Made, needsOf, registrationOf } from "./registration.ts";
import type { StackEntry, Step } from "./checkpoint.ts";
import { StepGenerator } from "./step-generator.ts";

/** What a run of the engine does, and with what. */
interface DeploymentOptions {
  readonly process: ProviderProcess;
  readonly isPreview: boolean;
  /** URNs of `--replace`. */
  readonly forced: ReadonlySet<string>;
  /** URNs of `--target`; absent when all resources are targets. */
  readonly targets: ReadonlySet<string> | undefined;
  /** Resolves when the engine is killed. */
  readonly killed: Promise<void>;
}

/** A step with its outputs; a step that was not executed to its end has none. */
export interface ExecutedStep extends Step {
  outputs?: Values;
  /** The id after the step; empty where a preview does not know it. */
  id: string;
}

export interface DeploymentResult {
  readonly steps: readonly ExecutedStep[];
  /** The message for each resource that failed. */
  readonly failures: readonly string[];
  readonly wasKilled: boolean;
  /** The checkpoint after the run. */
  readonly entries: readonly StackEntry[];
}

const never = new Promise<never>(() => undefined);

/** A resource that the program does not register, because another one has failed. */
class Skipped extends Error {}

/** Runs `pulumi preview` or `pulumi up`: resources side by side as far as they need nothing of each other, and then the deletions. */
export async function deploy(options: DeploymentOptions, before: readonly StackEntry[], program: readonly ProgramEntry[]) {
  const deployment = new Deployment(options, structuredClone(before));
  const wasKilled = await Promise.race([deployment.run(program).then(() => false), options.killed.then(() => true)]);
  return deployment.result(wasKilled);
}

class Deployment {
  readonly #options: DeploymentOptions;
  readonly #generator: StepGenerator;
  readonly #steps: ExecutedStep[] = [];
  readonly #failures: string[] = [];
  readonly #made = new Map<string, Made>();
  #entries: readonly StackEntry[];
  /** The engine decides about one resource at a time. */
  #generating: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(options: DeploymentOptions, before: readonly StackEntry[]) {
    this.#options = options;
    this.#entries = before;
    this.#generator = new StepGenerator(options.process, before, options.forced, options.targets);
  }

  /** Returns the result so far; what the process does later is not recorded, and no further step begins. */
  result(wasKilled: boolean): DeploymentResult {
    this.#isOver = true;
    const failures = wasKilled ? [] : [...this.#failures];
    return { steps: [...this.#steps], failures, wasKilled, entries: structuredClone(this.#entries) };
  }

  async run(program: readonly ProgramEntry[]): Promise<void> {
    const done = new Map<string, Promise<void>>();
    for (const entry of program) {
      const needs = Promise.all(needsOf(entry).map((name) => done.get(name) ?? Promise.resolve()));
      const work = needs.then(() => this.#register(entry));
      work.catch(() => undefined);
      done.set(entry.name, work);
    }
    const outcomes = await Promise.allSettled(done.values());
    const unexpected = outcomes.find((outcome) => outcome.status === "rejected" && !(outcome.reason instanceof Skipped));
    if (unexpected?.status === "rejected") throw unexpected.reason;
    for (const level of this.#failures.length > 0 ? [] : this.#generator.deletionLevels())
      await Promise.allSettled(level.map((step) => this.#execute(step)));
  }

  async #register(entry: ProgramEntry): Promise<void> {
    const registration = registrationOf(entry, this.#made, this.#options.process.binding);
    const generated = this.#generating.then(() => this.#attempt(entry.name, () => this.#generator.stepsOf(registration)));
    this.#generating = generated.catch(() => undefined);
    for (const step of await generated) {
      const made = await this.#execute(step);
      if (made !== undefined) this.#made.set(entry.name, made);
    }
  }

  /** Runs a part of the run; after a failure no further one begins. */
  async #attempt<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#isOver) return never;
    if (this.#failures.length > 0) throw new Skipped();
    try {
      return await work();
    } catch (error) {
      this.#failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      throw new Skipped();
    }
  }

  async #execute(step: Step): Promise<Made | undefined> {
    const { urn, fresh } = step;
    const executed: ExecutedStep = { ...step, id: "" };
    const made = await this.#attempt(urn.split("::").at(-1) ?? "", async () => {
      this.#steps.push(executed);
      return this.#apply(step);
    });
    if (fresh === undefined || made === undefined) return undefined;
    executed.id = made.id;
    executed.outputs = made.outputs;
    return { urn, ...made };
  }

  /** Executes a step; returns the id and the outputs that the program sees. */
  async #apply(step: Step): Promise<{ id: string; outputs: Values } | undefined> {
    const { op, old, fresh } = step;
    switch (op) {
      case "replace":
        return undefined;
      case "same":
        return this.#write(old, { ...fresh, id: old?.id ?? "", outputs: old?.outputs ?? {} });
      case "read":
      case "read-replacement":
        return this.#read(step);
      case "create":
      case "create-replacement":
      case "update":
        return this.#options.isPreview ? this.#predict(step) : this.#reconcile(step);
      case "remove-pending-replace":
      case "discard":
      case "discard-replaced":
        return this.#write(old, undefined);
      case "delete":
      case "delete-replaced":
        return this.#delete(step);
    }
  }

  /** Replaces an entry of the checkpoint; either may be absent. */
  #write(before: StackEntry | undefined, after: Partial<StackEntry> | undefined): { id: string; outputs: Values } | undefined {
    const others = this.#entries.filter((entry) => entry !== before);
    this.#entries = after === undefined ? others : [...others, after as StackEntry];
    return after === undefined ? undefined : { id: after.id ?? "", outputs: after.outputs ?? {} };
  }

  async #read({ old, fresh, op }: Step) {
    if (fresh === undefined) return undefined;
    const read = await this.#options.process.provider(fresh.kind).read(fresh.id, jsonCopy(fresh.inputs), jsonCopy(fresh.inputs));
    if (read.id === "") throw new Error(`${fresh.id} does not exist`);
    if (op === "read-replacement") markReplaced(old);
    return this.#write(op === "read" ? old : undefined, { ...fresh, outputs: jsonCopy(read.props) });
  }

  async #predict({ op, old, fresh }: Step) {
    if (fresh === undefined) return undefined;
    const provider = this.#options.process.provider(fresh.kind);
    const present = op === "update" ? old : undefined;
    // Without previews of its own, the provider's arguments are the outputs.
    const outputs = (await provider.preview?.(fresh.inputs, present?.id, present?.outputs)) ?? fresh.inputs;
    if (op === "create-replacement") markReplaced(old);
    return { id: present?.id ?? "", outputs: jsonCopy(outputs) };
  }

  async #reconcile({ op, old, fresh }: Step) {
    if (fresh === undefined) return undefined;
    const provider = this.#options.process.provider(fresh.kind);
    const written = (id: string, outputs: Values, isUnfinished: boolean) => {
      if (op === "create-replacement") markReplaced(old);
      const after = { ...fresh, id, outputs: jsonCopy(outputs), isUnfinished };
      return this.#write(old?.isPendingDeletion === true ? undefined : old, after);
    };
    try {
      if (op === "update" && old !== undefined)
        return written(old.id, (await provider.update(old.id, old.outputs, fresh.inputs)).outs, false);
      const { id, outs } = await provider.create(fresh.inputs);
      return written(id, outs, false);
    } catch (error) {
      // An error with an id keeps the object; any other means that it does not exist.
      if (error instanceof Error && "id" in error && typeof error.id === "string") {
        const outputs = "properties" in error ? jsonCopy(error.properties) : {};
        if ("__provider" in fresh.inputs && !("__provider" in outputs))
          throw new Error("the state of an object that is kept lacks its provider", { cause: error });
        written(error.id, outputs, true);
      }
      throw error;
    }
  }

  async #delete({ op, old }: Step): Promise<undefined> {
    if (old === undefined) return;
    const { deletions } = this.#generator;
    const isKept = old.retainOnDelete || (old.deletedWith !== undefined && deletions.has(old.deletedWith));
    if (!this.#options.isPreview && !isKept) await this.#options.process.provider(old.kind).delete(old.id, old.outputs);
    // The engine keeps what it has deleted before its replacement is created, until that is done.
    if (op === "delete-replaced" && !old.isPendingDeletion) old.isPendingReplacement = true;
    else this.#write(old, undefined);
  }
}

/** An object that was not deleted before its replacement was created is deleted at the end. */
function markReplaced(old: StackEntry | undefined): void {
  if (old !== undefined && !old.isPendingReplacement) old.isPendingDeletion = true;
}
