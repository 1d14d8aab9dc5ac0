import type { Binding } from "../../provider/kernel/type-tokens.ts";
import type { Harness } from "./faults/provider-process.ts";
import { startProcess } from "./faults/provider-process.ts";
import { deploy, refresh } from "./preview-accuracy/deployment.ts";
import { urnOf } from "./preview-accuracy/registration.ts";
import type { StackEntry } from "./preview-accuracy/stack.ts";
import { createHarness } from "../support/harness.ts";
import { type CallFault, faultyTransport } from "./call-faults.ts";
import { declaredIn, entriesOf, type Program } from "./parts.ts";

/** A command of the engine. */
export interface Command {
  readonly name: "up" | "up --refresh" | "refresh";
  /** The names of `--target`; absent when all resources are targets. */
  readonly targets?: readonly string[] | undefined;
}

/** What a command has done. */
export interface Run {
  readonly failures: readonly string[];
  readonly wasKilled: boolean;
  /** The operations that the service has executed. */
  readonly calls: readonly string[];
}

/** A stack of one program and its service, in this process. */
export class Stack {
  readonly binding: Binding;
  readonly harness: Harness = createHarness({ limits: false });
  /** The checkpoint. */
  entries: readonly StackEntry[] = [];

  constructor(binding: Binding) {
    this.binding = binding;
  }

  /** Runs a command in a new provider process. */
  async run(command: Command, program: Program, fault?: CallFault): Promise<Run> {
    const { harness, binding } = this;
    const killed = Promise.withResolvers<void>();
    const kill = () => {
      process.kill();
      killed.resolve();
    };
    const from = harness.simulator.calls.length;
    const process = startProcess(harness, { binding, transport: faultyTransport(harness, fault, kill) });
    const failures: string[] = [];
    if (command.name !== "up") {
      const read = refresh(process, this.entries);
      const entries = await Promise.race([read, killed.promise]).catch((error: unknown) => void failures.push(String(error)));
      this.entries = entries ?? this.entries;
    }
    if (command.name !== "refresh" && failures.length === 0 && !process.isDead()) {
      const targets = command.targets && new Set(command.targets.map((name) => this.#urnOf(program, name)));
      const options = { process, binding, isPreview: false, forced: new Set<string>(), targets, killed: killed.promise };
      const isDeployed = (name: string) =>
        command.targets?.includes(name) !== false || this.entries.some(({ urn }) => urn.endsWith(`::${name}`));
      const result = await deploy(options, this.entries, entriesOf(program, isDeployed));
      this.entries = result.entries;
      failures.push(...result.failures);
    }
    const wasKilled = process.isDead();
    process.kill();
    return { failures, wasKilled, calls: harness.simulator.calls.slice(from).map(({ operation }) => operation) };
  }

  /** The URN of a resource of the program, or of the checkpoint. */
  #urnOf(program: Program, name: string): string {
    const declared = declaredIn(program).find((holder) => holder.name === name);
    const found = this.entries.find(({ urn }) => urn.endsWith(`::${name}`));
    return declared === undefined ? (found?.urn ?? name) : urnOf(this.binding, declared.kind, name);
  }
}
