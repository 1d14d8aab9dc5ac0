import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Outcome
 * @property {number | null} code `null` when the command could not start or was killed
 * @property {string} output stdout and stderr, interleaved
 * @property {boolean} timedOut
 */

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Runs a command and collects its output. It does not reject when the command fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onLine?: (line: string) => void }} [options]
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { cwd, env = process.env, timeoutMs, onLine } = {}) {
  return new Promise((resolve) => {
    // Its own process group, so that a kill includes its child processes.
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    running.add(child);
    let output = "";
    let timedOut = false;
    const limit = timeoutMs && setTimeout(() => ((timedOut = true), endGroup(child)), timeoutMs);
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      if (onLine) String(chunk).split("\n").filter(Boolean).forEach(onLine);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    const done = (/** @type {number | null} */ code) => {
      clearTimeout(limit || undefined);
      running.delete(child);
      resolve({ code, output, timedOut });
    };
    child.once("error", (error) => ((output += error.message), done(null)));
    child.once("close", done);
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
function endGroup(child, signal = "SIGKILL") {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The process has exited already.
  }
}

/** Terminates all running commands, when the set-up is interrupted. */
export function endCommands() {
  running.forEach((child) => endGroup(child, "SIGTERM"));
}

/**
 * Returns the executables with a name in the folders, in the order of the folders.
 * @param {string} name
 * @param {string[]} folders
 * @returns {string[]}
 */
export function executables(name, folders) {
  return folders.map((folder) => join(folder, name)).filter(isExecutable);
}

/** Whether a path is an executable file. @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the last lines of an output, for an error message.
 * @param {string} output
 * @param {number} [lines]
 */
export function tail(output, lines = 15) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}
