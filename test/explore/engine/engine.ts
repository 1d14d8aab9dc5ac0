import { jsonCopy } from "../../support/bindings/dynamic.ts";
import type { ProgramEntry } from "../../support/random-programs/render.ts";
import { nameOf, type StackEntry } from "./checkpoint.ts";
import { deploy, type DeploymentResult } from "./deployment.ts";
import type { ProviderProcess } from "./provider-process.ts";
import { urnOf } from "./registration.ts";

/** What a program registers, each resource after those that it needs. */
export type Program = readonly ProgramEntry[];

/** The result of a command. */
export interface Report extends Pick<DeploymentResult, "failures" | "steps"> {
  /** The command never ended, because the engine or the process that it waits for was killed. */
  readonly wasKilled: boolean;
}

/** The options of a command. */
interface CommandOptions {
  /** Resolves when the engine is killed. */
  readonly killed?: Promise<void> | undefined;
  /** The names of `--replace`. The engine refuses to replace what it does not know: such a name has no effect here. */
  readonly replaced?: readonly string[] | undefined;
  /** The names of `--target`; all resources when empty. */
  readonly targets?: readonly string[] | undefined;
}

const never = new Promise<never>(() => undefined);

/** The model of Pulumi's engine: one stack, and the commands on it. Each command has a provider process of its own. */
export class Engine {
  /** The checkpoint. */
  entries: readonly StackEntry[];

  constructor(entries: readonly StackEntry[] = []) {
    this.entries = entries;
  }

  /** `pulumi preview`. */
  async preview(process: ProviderProcess, program: Program, options: CommandOptions = {}): Promise<Report> {
    return this.#deploy(process, program, options, true);
  }

  /** `pulumi up`. */
  async up(process: ProviderProcess, program: Program, options: CommandOptions = {}): Promise<Report> {
    const result = await this.#deploy(process, program, options, false);
    this.entries = result.entries;
    return result;
  }

  /** `pulumi destroy`. */
  destroy(process: ProviderProcess, options: CommandOptions = {}): Promise<Report> {
    return this.up(process, [], options);
  }

  /** `pulumi refresh`. */
  async refresh(process: ProviderProcess, { killed = never }: CommandOptions = {}): Promise<Report> {
    const failures: string[] = [];
    let isOver = false;
    const work = async () => {
      for (const entry of this.entries.filter((one) => !one.isPendingDeletion && !one.isPendingReplacement)) {
        const { id, inputs = entry.inputs, props } = await process.provider(entry.kind).read(entry.id, entry.outputs, entry.inputs);
        if (isOver) return;
        const read = { ...entry, inputs: jsonCopy(inputs), outputs: jsonCopy(props), isUnfinished: false };
        this.entries = this.entries.flatMap((one) => (one !== entry ? [one] : id === "" ? [] : [read]));
      }
    };
    const ended = work().catch((error: unknown) => void failures.push(error instanceof Error ? error.message : String(error)));
    const wasKilled = await Promise.race([ended.then(() => false), killed.then(() => true)]);
    isOver = true;
    return { failures, steps: [], wasKilled };
  }

  #deploy(process: ProviderProcess, program: Program, options: CommandOptions, isPreview: boolean): Promise<DeploymentResult> {
    const { killed = never, replaced = [], targets = [] } = options;
    const urns = (names: readonly string[]) => new Set(this.entries.filter((entry) => names.includes(nameOf(entry))).map(({ urn }) => urn));
    const declared = program.filter(({ name }) => targets.includes(name)).map(({ kind, name }) => urnOf(process.binding, kind, name));
    const targeted = targets.length === 0 ? undefined : new Set([...declared, ...urns(targets)]);
    // The engine refuses a target whose dependency does not exist: a program registers what is a target or exists.
    const isReached = ({ name }: ProgramEntry) => targets.length === 0 || targets.includes(name) || urns([name]).size > 0;
    return deploy({ process, isPreview, forced: urns(replaced), targets: targeted, killed }, this.entries, program.filter(isReached));
  }
}
