import { type ChildProcess, spawn } from "node:child_process";
import type { PulumiCommand } from "@pulumi/pulumi/automation";
import { type Operation, operations } from "./results.ts";

/** The result of a command in the form that the Automation API reads. */
interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** What the Automation API passes with a command. */
type RunOptions = readonly [
  cwd: string,
  env: Readonly<Record<string, string>>,
  onOutput?: (text: string) => void,
  onError?: (text: string) => void,
];

/** The operations that lock their stack. */
const locking: ReadonlySet<string> = new Set<Operation>(["up", "refresh", "destroy"]);

/** Why a stack was interrupted before its operation. */
const unchanged = "interrupted before it changed anything";

/** A command that runs. */
interface RunningCommand {
  readonly child: ChildProcess;
  /**
   * Whether an interruption ends it cleanly. An operation that locks its stack handles interruptions from its first row of a resource on;
   * before, one would kill it and leave the lock.
   */
  endsCleanly: boolean;
}

/** A command of `pulumi` that has failed. */
export class PulumiCommandError extends Error {
  override readonly name = "PulumiCommandError";
  readonly result: CommandResult;

  constructor(result: CommandResult, reason = `pulumi ended with ${result.code}`) {
    super(reason);
    this.result = result;
  }
}

/**
 * The empty answer to a command that the Automation API runs after an operation: the outputs of the stack, and the newest entry of its history.
 * The fleet does not read them, and running the two commands would take a quarter of the time of an update.
 */
function unreadReport(args: readonly string[]): string | undefined {
  const [first, second] = args;
  if (first !== "stack") return undefined;
  if (second === "output") return "{}";
  const isOfOneEntry = args[args.indexOf("--page-size") + 1] === "1";
  return second === "history" && isOfOneEntry ? "[]" : undefined;
}

/**
 * Runs `pulumi` in place of the class of the Automation API, for two reasons:
 *
 * - That class cannot interrupt an engine twice.
 * - Its processes receive the Ctrl-C of the terminal and also the interruption that is passed on. An engine ends at once at the second one.
 */
export class FleetPulumi {
  readonly command: string;
  readonly version: PulumiCommand["version"];
  readonly #running = new Set<RunningCommand>();
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
  run(args: readonly string[], ...others: RunOptions): Promise<CommandResult> {
    // An interruption between two commands interrupts no process, so the next operation does not start.
    if (this.interrupted.aborted && operations.some((operation) => operation === args[0]))
      return Promise.reject(new PulumiCommandError({ stdout: "", stderr: "", code: -1 }, unchanged));
    const stdout = unreadReport(args);
    return stdout === undefined ? this.start(args, ...others) : Promise.resolve({ stdout, stderr: "", code: 0 });
  }

  /** Starts the process of a command. */
  protected start(args: readonly string[], ...[cwd, env, onOutput, onError]: RunOptions): Promise<CommandResult> {
    return new Promise((resolve, reject) => {
      const child = spawn(this.command, [...wordsOf(args), "--non-interactive"], {
        cwd,
        env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_AUTOMATION_API: "true", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        // A process group of its own does not receive the Ctrl-C of the terminal.
        detached: true,
      });
      const locks = locking.has(args[0] ?? "");
      const running: RunningCommand = { child, endsCleanly: !locks };
      this.#running.add(running);
      const output = { stdout: "", stderr: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output.stdout += text;
        onOutput?.(text);
        if (running.endsCleanly || !output.stdout.includes("\n ")) return;
        running.endsCleanly = true;
        if (this.interrupted.aborted) child.kill("SIGINT");
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        output.stderr += text;
        onError?.(text);
      });
      child.once("error", reject);
      child.once("close", (code, signal) => {
        this.#running.delete(running);
        if (code === 0) resolve({ ...output, code });
        else if (signal === null) reject(new PulumiCommandError({ ...output, code: code ?? -1 }));
        else reject(new PulumiCommandError({ ...output, code: -1 }, locks ? `pulumi was ended by ${signal}` : unchanged));
      });
    });
  }

  /** Interrupts every running command, as Ctrl-C does: the first time it ends cleanly, the second time at once. No operation starts afterwards. */
  interrupt(): void {
    const isFirst = !this.interrupted.aborted;
    this.#interruption.abort();
    for (const { child, endsCleanly } of this.#running) if (endsCleanly || !isFirst) child.kill("SIGINT");
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
