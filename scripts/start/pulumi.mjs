import { spawn } from "node:child_process";
import { REPOSITORY } from "../setup/paths.mjs";
import { writeRunningProcesses } from "./workspace.mjs";
import { endProcess } from "./processes.mjs";

/** What a terminal has told Pulumi itself need not be passed on: a second request would make it drop everything. */
const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;

/** @type {Set<number>} */
const running = new Set();

/**
 * Runs the Pulumi CLI as a person would, with its progress shown.
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>} its exit code
 */
export function pulumi(args, env) {
  return outcomeOf(args, env, "inherit").then(({ code }) => code);
}

/**
 * Runs the Pulumi CLI for its answer.
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<string>} what it printed
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
 * Asks what runs to end by itself, as Ctrl-C does.
 * @param {NodeJS.Signals} signal what this process was told
 */
export async function endPulumi(signal) {
  const told = hasTerminal && signal === "SIGINT";
  await Promise.all(Array.from(running, (pid) => endProcess(pid, { told, patienceMs: 20_000 })));
}
