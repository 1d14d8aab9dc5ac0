import * as automation from "@pulumi/pulumi/automation/index.js";
import { messageOf } from "../../../../../provider/kernel/errors.ts";
import type { Fleet, FleetStack } from "../../../../../sdk/fleet/fleet.ts";
import { FleetPulumi, PulumiCommandError } from "../../../../../sdk/fleet/run/pulumi-command.ts";
import { resolveSecrets } from "../../../../../sdk/fleet/run/resolve-secrets.ts";
import type { OpenedFleet, Progress } from "../../../../../sdk/fleet/run/run-fleet.ts";

/**
 * Returns what a command on a stack prints; throws what it prints when it fails.
 *
 * @param command Its first words, as `up` and `stack select`.
 */
export type Answers = (command: string, stack: string) => string | undefined;

// The type of versions is of a package that this one does not depend on.
const version = { toString: () => "3.250.0" } as FleetPulumi["version"];

/** The command, answered in this process: the Automation API is the real one, and there is no engine. */
class FakePulumi extends FleetPulumi {
  readonly #answers: Answers;

  constructor(answers: Answers) {
    super({ command: "pulumi", version });
    this.#answers = answers;
  }

  override run(args: readonly string[]): ReturnType<FleetPulumi["run"]> {
    const words = args.slice(0, 2).filter((word) => !word.startsWith("-"));
    const stack = args.includes("--stack") ? args[args.indexOf("--stack") + 1] : args[2];
    try {
      return Promise.resolve({ stdout: this.#answers(words.join(" "), stack ?? "") ?? "", stderr: "", code: 0 });
    } catch (error) {
      return Promise.reject(new PulumiCommandError({ stdout: "", stderr: messageOf(error), code: 255 }));
    }
  }
}

export const noProgress: Progress = { started: () => {}, ended: () => {} };

/** A fleet of these stacks. */
export function fleetOf(stacks: readonly FleetStack[]): Fleet {
  return {
    name: "network",
    backend: undefined,
    secretsProvider: undefined,
    concurrency: { total: 4, perAccountAndRegion: 2 },
    policyPacks: [],
    stacks,
  };
}

/** Opens a fleet whose engine is what `answers` returns. */
export function fakeOpener(fleet: Fleet, answers: Answers, environment: NodeJS.ProcessEnv = {}): OpenedFleet {
  return { fleet, automation, pulumi: new FakePulumi(answers), secrets: resolveSecrets(fleet.stacks, environment) };
}

/** A backend in memory, and an engine whose operations succeed. */
export class FakeBackend {
  /** The commands, as `up share`. */
  readonly commands: string[] = [];
  /** Why the history of stacks cannot be read. */
  unreadable: string | undefined;
  /** The last operation of each stack, by its name; `undefined` before the first one. */
  readonly #stacks = new Map<string, string | undefined>();
  /** The stacks whose operations fail. */
  readonly #failing: ReadonlySet<string>;

  constructor(failing: readonly string[] = []) {
    this.#failing = new Set(failing);
  }

  /** Lets the first update of a stack end without a record in its history, as a killed engine does. */
  killUpdate(stack: string): void {
    this.#stacks.set(stack, "killed update");
  }

  readonly answers: Answers = (command, stack) => {
    this.commands.push(`${command} ${stack}`);
    if (command === "stack init") this.#stacks.set(stack, undefined);
    if (!this.#stacks.has(stack)) throw new Error(`no stack named '${stack}' found`);
    if (command === "stack export") return JSON.stringify({ version: 3, deployment: { resources: this.#resourcesOf(stack) } });
    if (command === "stack history" && this.unreadable !== undefined) throw new Error(this.unreadable);
    if (command === "stack history") return this.#historyOf(stack);
    if (command !== "up" && command !== "destroy") return undefined;
    if (this.#failing.has(stack)) throw new Error("the service refuses it");
    this.#stacks.set(stack, command === "up" ? "update" : command);
    return undefined;
  };

  #resourcesOf(stack: string): readonly object[] {
    const kind = this.#stacks.get(stack);
    return kind === "update" || kind === "killed update" ? [{ urn: `urn:pulumi:${stack}::network::pulumi:pulumi:Stack::network` }] : [];
  }

  #historyOf(stack: string): string {
    const kind = this.#stacks.get(stack);
    const time = "2026-11-23T00:00:00.000Z";
    return JSON.stringify(
      kind === undefined || kind === "killed update" ? [] : [{ kind, result: "succeeded", startTime: time, endTime: time, config: {} }],
    );
  }
}
