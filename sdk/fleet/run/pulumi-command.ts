import { type ChildProcess, spawn } from "node:child_process";
import type { PulumiCommand } from "@pulumi/pulumi/automation";
import { operations } from "./results.ts";

/** The result of a command in the form that the Automation API reads. */
interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** The members of a `PulumiCommand` that the Automation API uses. */
export interface PulumiRunner {
  readonly command: string;
  readonly version: PulumiCommand["version"];
  run(
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
    onOutput?: (text: string) => void,
    onError?: (text: string) => void,
  ): Promise<CommandResult>;
}

/** A command of `pulumi` that has failed. */
export class PulumiCommandError extends Error {
  override readonly name = "PulumiCommandError";
  readonly result: CommandResult;

  constructor(result: CommandResult) {
    super(`pulumi ended with ${result.code}`);
    this.result = result;
  }
}

/**
 * The commands that the Automation API runs after an operation, each with the empty answer that it receives here.
 * The fleet does not read their results, and running them would take a quarter of the time of an update.
 */
const unreadReports: ReadonlyMap<string, string> = new Map([
  ["stack output", "{}"],
  ["stack history", "[]"],
]);

/**
 * Runs `pulumi` in place of the class of the Automation API, for two reasons:
 *
 * - That class cannot interrupt an engine twice.
 * - Its processes receive the Ctrl-C of the terminal and also the interruption that is passed on. An engine ends at once at the second one.
 */
export class FleetPulumi implements PulumiRunner {
  readonly command: string;
  readonly version: PulumiCommand["version"];
  readonly #running = new Set<ChildProcess>();
  readonly #interruption = new AbortController();

  constructor({ command, version }: Pick<PulumiCommand, "command" | "version">) {
    this.command = command;
    this.version = version;
  }

  /** Aborted by the first interruption. */
  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  /** The method that the Automation API calls. */
  run(...[args, cwd, env, onOutput, onError]: Parameters<PulumiRunner["run"]>): Promise<CommandResult> {
    // An interruption between two commands interrupts no process, so the next operation does not start.
    if (this.interrupted.aborted && operations.some((operation) => operation === args[0]))
      return Promise.reject(new PulumiCommandError({ stdout: "", stderr: "interrupted before it started", code: -1 }));
    return new Promise((resolve, reject) => {
      const child = spawn(this.command, [...wordsOf(args), "--non-interactive"], {
        cwd,
        env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_AUTOMATION_API: "true", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        // A process group of its own does not receive the Ctrl-C of the terminal.
        detached: true,
      });
      this.#running.add(child);
      const output = { stdout: "", stderr: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output.stdout += text;
        onOutput?.(text);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        output.stderr += text;
        onError?.(text);
      });
      child.once("error", reject);
      child.once("close", (code) => {
        this.#running.delete(child);
        if (code === 0) resolve({ ...output, code });
        else reject(new PulumiCommandError({ ...output, code: code ?? -1 }));
      });
    });
  }

  /** The same command for one operation. The commands of `unreadReports`, which follow the operation, start no process. */
  forOperation(): PulumiRunner {
    const run: PulumiRunner["run"] = (args, ...others) => {
      const stdout = unreadReports.get(args.slice(0, 2).join(" "));
      return stdout === undefined ? this.run(args, ...others) : Promise.resolve({ stdout, stderr: "", code: 0 });
    };
    return { command: this.command, version: this.version, run };
  }

  /** Interrupts every running command, as Ctrl-C does: the first time it ends cleanly, the second time at once. No operation starts afterwards. */
  interrupt(): void {
    this.#interruption.abort();
    for (const child of this.#running) child.kill("SIGINT");
  }
}

/** The words of a command. It leaves the stack selected that the user has selected, and a preview prints its JSON document. */
function wordsOf(args: readonly string[]): readonly string[] {
  const [first, second, ...rest] = args;
  if (first === "stack" && second === "select") return ["stack", ...rest];
  if (first === "stack" && second === "init") return [...args, "--no-select"];
  // Only the JSON document names the resource that a value comes from. Without `--show-sames` it lacks unchanged resources.
  return first === "preview" ? [...args, "--json", "--show-sames"] : args;
}
