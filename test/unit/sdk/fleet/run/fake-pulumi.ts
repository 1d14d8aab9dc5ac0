import * as automation from "@pulumi/pulumi/automation/index.js";
import { messageOf } from "../../../../../provider/kernel/errors.ts";
import type { Fleet, FleetStack } from "../../../../../sdk/fleet/fleet.ts";
import { FleetPulumi, PulumiCommandError } from "../../../../../sdk/fleet/run/pulumi-command.ts";
import { resolveSecrets } from "../../../../../sdk/fleet/run/resolve-secrets.ts";
import type { StackOpener } from "../../../../../sdk/fleet/run/stack-workspace.ts";
import type { Progress } from "../../../../../sdk/fleet/run/run-fleet.ts";

/**
 * Returns what a command on a stack prints; throws what it prints when it fails.
 *
 * @param command Its first words, as `up` and `stack select`.
 * @param args All of its words.
 */
export type Answers = (command: string, stack: string, args: readonly string[]) => string | undefined;

// The type of versions is of a package that this one does not depend on.
const version = { toString: () => "3.250.0", compare: () => 1 } as unknown as FleetPulumi["version"];

/** What commands print that no test is about: a backend without other stacks, which is not one of files. */
const unasked: Readonly<Record<string, string>> = { "stack ls": "[]", whoami: "{}" };

/** The command, answered in this process: the Automation API is the real one, and there is no engine. */
class FakePulumi extends FleetPulumi {
  readonly #answers: Answers;

  constructor(answers: Answers) {
    super({ command: "pulumi", version });
    this.#answers = answers;
  }

  protected override start(args: readonly string[]): ReturnType<FleetPulumi["run"]> {
    const command = args
      .slice(0, 2)
      .filter((word) => !word.startsWith("-"))
      .join(" ");
    const stack = args.includes("--stack") ? args[args.indexOf("--stack") + 1] : args[2];
    try {
      return Promise.resolve({ stdout: this.#answers(command, stack ?? "", args) ?? unasked[command] ?? "", stderr: "", code: 0 });
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
export function fakeOpener(fleet: Fleet, answers: Answers, environment: NodeJS.ProcessEnv = {}): StackOpener {
  return { fleet, automation, pulumi: new FakePulumi(answers), secrets: resolveSecrets(fleet.stacks, environment) };
}

/** What {@link FakeBackend} has about a stack. */
interface StackRecord {
  hasResources: boolean;
  /** Its operations, the newest first. */
  readonly history: { readonly kind: string; readonly result: "succeeded" | "failed" }[];
}

const operations = ["up", "refresh", "destroy"];

/** A backend in memory, and an engine whose operations succeed. */
export class FakeBackend {
  /** The commands, as `up share`. */
  readonly commands: string[] = [];
  /** Why the history of stacks cannot be read. */
  unreadable: string | undefined;
  readonly #stacks = new Map<string, StackRecord>();
  /** The stacks whose updates and destroys fail. */
  readonly #failing: ReadonlySet<string>;

  constructor(failing: readonly string[] = []) {
    this.#failing = new Set(failing);
  }

  /** Lets the first update of a stack end without a record in its history, as a killed engine does. */
  killUpdate(stack: string): void {
    this.#stacks.set(stack, { hasResources: true, history: [] });
  }

  readonly answers: Answers = (command, stack, args) => {
    this.commands.push(`${command} ${stack}`);
    if (command === "stack ls" || command === "whoami") return undefined;
    if (command === "stack init") this.#stacks.set(stack, { hasResources: false, history: [] });
    const record = this.#stacks.get(stack);
    if (record === undefined) throw new Error(`no stack named '${stack}' found`);
    if (command === "stack export") return JSON.stringify({ version: 3, deployment: { resources: resourcesOf(stack, record) } });
    if (command === "stack history" && this.unreadable !== undefined) throw new Error(this.unreadable);
    if (command === "stack history") return historyOf(record, args);
    if (operations.includes(command)) this.#operate(command, stack, record);
    return undefined;
  };

  #operate(command: string, stack: string, record: StackRecord): void {
    const isFailing = command !== "refresh" && this.#failing.has(stack);
    record.history.unshift({ kind: command === "up" ? "update" : command, result: isFailing ? "failed" : "succeeded" });
    if (isFailing) throw new Error("the service refuses it");
    if (command !== "refresh") record.hasResources = command === "up";
  }
}

function resourcesOf(stack: string, { hasResources }: StackRecord): readonly object[] {
  return hasResources ? [{ urn: `urn:pulumi:${stack}::network::pulumi:pulumi:Stack::network` }] : [];
}

function historyOf({ history }: StackRecord, args: readonly string[]): string {
  const [size = 0, page = 0] = ["--page-size", "--page"].map((option) => Number(args[args.indexOf(option) + 1]));
  const time = "2026-11-23T00:00:00.000Z";
  const operationsOfPage = history.slice((page - 1) * size, page * size);
  return JSON.stringify(operationsOfPage.map((operation) => ({ ...operation, startTime: time, endTime: time, config: {} })));
}
