import * as automation from "@pulumi/pulumi/automation/index.js";
import type { Fleet, FleetStack } from "../../../sdk/fleet/fleet.ts";
import { FleetPulumi, PulumiCommandError } from "../../../sdk/fleet/run/pulumi-command.ts";
import { resolveSecrets } from "../../../sdk/fleet/run/resolve-secrets.ts";
import type { StackOpener } from "../../../sdk/fleet/run/stack-workspace.ts";

/** Returns what a command on a stack prints; throws an error with what it prints when it fails. */
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
    const words = args.filter((word) => !word.startsWith("-"));
    const stack = args[args.indexOf("--stack") + 1] ?? "";
    try {
      return Promise.resolve({ stdout: this.#answers(words.slice(0, 2).join(" "), stack) ?? "", stderr: "", code: 0 });
    } catch (error) {
      return Promise.reject(new PulumiCommandError({ stdout: "", stderr: String(error), code: 255 }));
    }
  }
}

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
