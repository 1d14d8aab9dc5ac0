import { spawn } from "node:child_process";
import { REPOSITORY } from "../setup/paths.mjs";
import { writeRunningProcesses } from "./workspace.mjs";
import { endProcess } from "./processes.mjs";

/** A terminal sends Ctrl-C to Pulumi itself. It must not be forwarded: a second SIGINT makes Pulumi cancel its operations. */
const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;

/** @type {Set<number>} */
const running = new Set();

/**
 * Runs the Pulumi CLI and shows its output.
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>} its exit code
 */
export function pulumi(args, env) {
  return outcomeOf(args, env, "inherit").then(({ code }) => code);
}

/**
 * Runs the Pulumi CLI and returns its output.
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<string>} stdout and stderr
 */
export async function pulumiOutput(args, env) {
  const { code, output } = await outcomeOf(args, env, "pipe");
  if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${output.trim()}`);
  return output;
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {"inherit" | "pipe"} show
 * @returns {Promise<{ code: number, output: string }>}
 */
function outcomeOf(args, env, show) {
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", args, {
      cwd: REPOSITORY,
      env,
      stdio: [hasTerminal ? "inherit" : "ignore", show, show],
      detached: !hasTerminal,
    });
    const { pid } = child;
    if (pid !== undefined) writeRunningProcesses(running.add(pid));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => void (output += String(chunk)));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (pid !== undefined && running.delete(pid)) writeRunningProcesses(running);
      resolve({ code: code ?? (signal === "SIGINT" ? 130 : 1), output });
    });
  });
}

/**
 * Stops the running Pulumi commands, as Ctrl-C does.
 * @param {NodeJS.Signals} signal the signal that this process received
 */
export async function endPulumi(signal) {
  const isInterrupted = hasTerminal && signal === "SIGINT";
  await Promise.all(Array.from(running, (pid) => endProcess(pid, { isInterrupted, patienceMs: 20_000 })));
}
