import { sameJson } from "../../../provider/kernel/json.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { jsonCopy } from "../../support/bindings/dynamic.ts";
import type { Kind } from "../../support/harness.ts";
import type { ProviderProcess } from "./provider-process.ts";

/** A resource as a program declares it; arguments may ask for the ids of others, which are then made first. */
export interface DeclaredResource {
  readonly name: string;
  readonly token: Kind;
  readonly needs?: readonly string[];
  inputs(id: (name: string) => string): Values;
}

export type Program = readonly DeclaredResource[];

/** One object in the checkpoint. */
export interface CheckpointEntry {
  readonly name: string;
  readonly token: Kind;
  readonly needs: readonly string[];
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** It exists and has not reached its desired state: the next run updates it, whatever diff returns. */
  readonly isUnfinished: boolean;
  /** It was replaced and is pending deletion. */
  readonly isRetiring: boolean;
}

/** The result of an operation of the engine. */
export interface Report {
  /** The message for each resource that failed. */
  readonly failures: readonly string[];
  /** The operation never ended, because the engine or the process that it waits for was killed. */
  readonly wasKilled: boolean;
}

const providerText = "exports.handler = () => undefined;";

/**
 * What matters of Pulumi's engine, in a page: a checkpoint that is written after each step, steps side by side as far as they need nothing
 * of each other, creates without an id that are done again, creates with an id that are updated next, and objects that are replaced.
 */
export class Engine {
  #entries: readonly CheckpointEntry[] = [];

  /** The entries of the checkpoint. */
  get entries(): readonly CheckpointEntry[] {
    return this.#entries;
  }

  /** `pulumi up`; `replaced` names the resources of `--replace`, `targets` those of `--target`. */
  up(
    process: ProviderProcess,
    program: Program,
    killed: Promise<void> = never,
    replaced: readonly string[] = [],
    targets: readonly string[] = [],
  ): Promise<Report> {
    return this.#operation(killed, (step) => new Update(this, process, program, step, { replaced, targets }).run());
  }

  /** `pulumi destroy`; `targets` names the resources of `--target`. */
  destroy(process: ProviderProcess, killed: Promise<void> = never, targets: readonly string[] = []): Promise<Report> {
    return this.#operation(killed, (step) => new Update(this, process, [], step, { replaced: [], targets }).run());
  }

  /** `pulumi refresh`. */
  refresh(process: ProviderProcess, killed: Promise<void> = never): Promise<Report> {
    return this.#operation(killed, async (step) => {
      for (const entry of this.#entries.filter(({ isRetiring }) => !isRetiring)) {
        await step(entry.name, async () => {
          const read = await process.provider(entry.token).read(entry.id, entry.outputs, entry.inputs);
          return () => {
            const seen = { ...entry, inputs: jsonCopy(read.inputs ?? entry.inputs), outputs: jsonCopy(read.props), isUnfinished: false };
            this.write(entry, read.id === "" ? undefined : seen);
          };
        });
      }
    });
  }

  /** Replaces one entry by another; either may be absent. */
  write(before: CheckpointEntry | undefined, after: CheckpointEntry | undefined): void {
    const others = this.#entries.filter((entry) => entry !== before);
    this.#entries = after === undefined ? others : [...others, after];
  }

  async #operation(killed: Promise<void>, work: (step: Step) => Promise<void>): Promise<Report> {
    const failures: string[] = [];
    let isOver = false;
    const step: Step = async (name, perform) => {
      if (failures.length > 0) throw new Skipped();
      try {
        const write = await perform();
        if (isOver) await never;
        write();
      } catch (error) {
        if (isOver) await never;
        const kept = partialWriteOf(error);
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        kept?.();
        throw error;
      }
    };
    const ended = work(step).then(
      () => false,
      (error: unknown) => {
        if (failures.length === 0 && !(error instanceof Skipped)) throw error;
        return false;
      },
    );
    const wasKilled = await Promise.race([ended, killed.then(() => true)]);
    isOver = true;
    return { failures, wasKilled };
  }
}

const never = new Promise<never>(() => undefined);

/** Runs one step and writes its result into the checkpoint; no step begins after a failure. */
type Step = (name: string, perform: () => Promise<() => void>) => Promise<void>;

class Skipped extends Error {}

/** A failure with a partial state to record. */
class PartialFailure extends Error {
  readonly write: () => void;

  constructor(cause: Error, write: () => void) {
    super(cause.message, { cause });
    this.write = write;
  }
}

function partialWriteOf(error: unknown): (() => void) | undefined {
  return error instanceof PartialFailure ? error.write : undefined;
}

/** The resources that an operation's options name. */
interface Named {
  readonly replaced: readonly string[];
  /** All resources when empty. */
  readonly targets: readonly string[];
}

class Update {
  readonly #engine: Engine;
  readonly #process: ProviderProcess;
  readonly #program: Program;
  readonly #step: Step;
  readonly #named: Named;

  constructor(engine: Engine, process: ProviderProcess, program: Program, step: Step, named: Named) {
    this.#engine = engine;
    this.#process = process;
    this.#program = program;
    this.#step = step;
    this.#named = named;
  }

  async run(): Promise<void> {
    const done = new Map<string, Promise<void>>();
    for (const declared of this.#program.filter(({ name }) => this.#isTargeted(name))) {
      const before = (declared.needs ?? []).map((name) => done.get(name) ?? Promise.resolve());
      const mine = Promise.all(before).then(() => this.#reconcile(declared));
      mine.catch(() => undefined);
      done.set(declared.name, mine);
    }
    await waitForAll([...done.values()]);
    await this.#deleteUnwanted();
  }

  /** Deletes replaced and removed objects, dependents before their dependencies. */
  async #deleteUnwanted(): Promise<void> {
    const named = new Set(this.#program.map(({ name }) => name));
    for (;;) {
      const rest = this.#engine.entries.filter(({ name, isRetiring }) => this.#isTargeted(name) && (isRetiring || !named.has(name)));
      const deletable = rest.filter(({ name, isRetiring }) => isRetiring || !rest.some(({ needs }) => needs.includes(name)));
      if (deletable.length === 0) return;
      await waitForAll(deletable.map((entry) => this.#delete(entry)));
    }
  }

  #isTargeted(name: string): boolean {
    const { targets } = this.#named;
    return targets.length === 0 || targets.includes(name);
  }

  #entryOf(name: string): CheckpointEntry | undefined {
    return this.#engine.entries.find((entry) => entry.name === name && !entry.isRetiring);
  }

  async #reconcile(declared: DeclaredResource): Promise<void> {
    const { name, token } = declared;
    const existing = this.#entryOf(name);
    const provider = this.#process.provider(token);
    const properties = this.#propertiesOf(declared);
    const isForced = this.#named.replaced.includes(name) && existing !== undefined;
    const { inputs, failures } = await provider.check(isForced ? {} : (existing?.inputs ?? {}), properties);
    if ((failures ?? []).length > 0) {
      const message = (failures ?? []).map(({ property, reason }) => `${property}: ${reason}`).join("; ");
      return this.#step(name, () => Promise.reject(new Error(message)));
    }
    const news = jsonCopy(inputs);
    if (existing === undefined) return this.#create(declared, news);
    if (isForced) return this.#replace(declared, existing, news, this.#process.deletesFirst(token));
    const diff = await provider.diff(existing.id, existing.outputs, news);
    if ((diff.replaces ?? []).length > 0) return this.#replace(declared, existing, news, diff.deleteBeforeReplace ?? false);
    // Without a result of diff the engine compares the arguments itself.
    const differs = diff.changes ?? !sameJson(existing.inputs, news);
    if (differs || existing.isUnfinished) return this.#update(declared, existing, news);
  }

  async #replace(declared: DeclaredResource, existing: CheckpointEntry, news: Values, deletesFirst: boolean): Promise<void> {
    if (deletesFirst) {
      await this.#delete(existing);
      return this.#create(declared, news);
    }
    return this.#create(declared, news, existing);
  }

  #create(declared: DeclaredResource, inputs: Values, replaced?: CheckpointEntry): Promise<void> {
    const { name, token, needs = [] } = declared;
    const written = (id: string, outputs: Values, isUnfinished: boolean) => () => {
      if (replaced !== undefined) this.#engine.write(replaced, { ...replaced, isRetiring: true });
      this.#engine.write(undefined, { name, token, needs, id, inputs, outputs: jsonCopy(outputs), isUnfinished, isRetiring: false });
    };
    return this.#step(name, async () => {
      const made = await this.#process.provider(token).create(inputs).catch(keepPartialState(written));
      return written(made.id, made.outs ?? {}, false);
    });
  }

  #update(declared: DeclaredResource, existing: CheckpointEntry, inputs: Values): Promise<void> {
    const { name, token, needs = [] } = declared;
    const written = (_id: string, outputs: Values, isUnfinished: boolean) => () =>
      this.#engine.write(existing, { ...existing, needs, inputs, outputs: jsonCopy(outputs), isUnfinished });
    return this.#step(name, async () => {
      const provider = this.#process.provider(token);
      const made = await provider.update(existing.id, existing.outputs, inputs).catch(keepPartialState(written));
      return written(existing.id, made.outs ?? {}, false);
    });
  }

  #delete(entry: CheckpointEntry): Promise<void> {
    return this.#step(entry.name, async () => {
      await this.#process.provider(entry.token).delete(entry.id, entry.outputs);
      return () => this.#engine.write(entry, undefined);
    });
  }

  #propertiesOf(declared: DeclaredResource): Values {
    const inputs = declared.inputs((name) => {
      const entry = this.#entryOf(name);
      if (entry === undefined) throw new Skipped();
      return entry.id;
    });
    const share = this.#program.find((other) => declared.needs?.includes(other.name) && other.token === "ResourceShare");
    return {
      ...jsonCopy(inputs),
      __provider: providerText,
      __urn: urnOf(declared),
      ...(share !== undefined && "shareId" in inputs ? { __share: urnOf(share) } : {}),
    };
  }
}

function urnOf({ name, token }: Pick<DeclaredResource, "name" | "token">): string {
  return `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${token}::${name}`;
}

/** An error with an id keeps the object; any other means that it does not exist. */
function keepPartialState(written: (id: string, outputs: Values, isUnfinished: boolean) => () => void) {
  return (error: unknown): never => {
    if (!(error instanceof Error) || !("id" in error) || typeof error.id !== "string") throw error;
    const properties = "properties" in error && typeof error.properties === "object" ? { ...error.properties } : {};
    if (!("__provider" in properties)) throw new Error("the state of an object that is kept lacks its provider", { cause: error });
    throw new PartialFailure(error, written(error.id, properties, true));
  };
}

/** Waits for all, and then fails as the first that failed. */
async function waitForAll(steps: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(steps);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
