import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import type { Harness } from "../engine/provider-process.ts";
import { Engine } from "../engine/engine.ts";
import { createHarness } from "../../support/harness.ts";
import { faultAt, type FaultPlace, startFaultyProcess } from "../faults/faulty-process.ts";
import { entriesOf, type Program } from "../programs/parts.ts";

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
  async run(command: Command, program: Program, place?: FaultPlace): Promise<Run> {
    const { harness, binding, engine } = this;
    const from = harness.simulator.calls.length;
    const { process, killed } = startFaultyProcess(harness, { binding }, place ? faultAt(place) : () => undefined);
    const failures: string[] = [];
    if (command.name !== "up") {
      failures.push(...(await engine.refresh(process, { killed })).failures);
    }
    if (command.name !== "refresh" && failures.length === 0 && !process.isDead()) {
      const options = { targets: command.targets, killed };
      failures.push(...(await engine.up(process, entriesOf(program), options)).failures);
    }
    const wasKilled = process.isDead();
    process.kill();
    return { failures, wasKilled, calls: harness.simulator.calls.slice(from).map(({ operation }) => operation) };
  }
}
