import type { Binding } from "../../provider/kernel/type-tokens.ts";
import type { Harness } from "./engine/provider-process.ts";
import { startProcess } from "./engine/provider-process.ts";
import { Engine } from "./engine/engine.ts";
import { createHarness } from "../support/harness.ts";
import { type CallFault, faultyTransport } from "./call-faults.ts";
import { entriesOf, type Program } from "./parts.ts";

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
  readonly engine = new Engine();

  constructor(binding: Binding) {
    this.binding = binding;
  }

  /** Runs a command in a new provider process. */
  async run(command: Command, program: Program, fault?: CallFault): Promise<Run> {
    const { harness, binding, engine } = this;
    const killed = Promise.withResolvers<void>();
    const kill = () => {
      process.kill();
      killed.resolve();
    };
    const from = harness.simulator.calls.length;
    const process = startProcess(harness, { binding, transport: faultyTransport(harness, fault, kill) });
    const failures: string[] = [];
    if (command.name !== "up") {
      failures.push(...(await engine.refresh(process, { killed: killed.promise })).failures);
    }
    if (command.name !== "refresh" && failures.length === 0 && !process.isDead()) {
      const options = { targets: command.targets, killed: killed.promise };
      failures.push(...(await engine.up(process, entriesOf(program), options)).failures);
    }
    const wasKilled = process.isDead();
    process.kill();
    return { failures, wasKilled, calls: harness.simulator.calls.slice(from).map(({ operation }) => operation) };
  }
}
