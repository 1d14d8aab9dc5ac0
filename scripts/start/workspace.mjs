import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { REPOSITORY } from "../setup/paths.mjs";
import { isAlive } from "../setup/lock.mjs";
import { readJson } from "../setup/fingerprints.mjs";
import { commandOf, endProcess } from "./processes.mjs";

/** Everything that the quickstart leaves behind: the stack's state and configuration, Pulumi's home, the environment of its commands. */
export const FOLDER = join(REPOSITORY, ".quickstart");

/** Pulumi's home, and the stack's state in `state`. */
export const HOME = join(FOLDER, "pulumi");

const RUNNING = join(FOLDER, "running.json");

/**
 * Makes the folder anew: the simulated service starts empty, so what an earlier run wrote down is not true any more.
 * @returns {Promise<string | undefined>} why not, when a quickstart of this checkout is still running
 */
export async function resetWorkspace() {
  const { pid, children = [] } = readJson(RUNNING);
  if (pid !== undefined && isAlive(pid)) return `the quickstart runs already, as process ${pid}: stop it first (kill ${pid})`;
  // A Pulumi that outlived its quickstart would go on against the service that starts now.
  const orphaned = children.filter((/** @type {number} */ child) => isAlive(child) && /\bpulumi\b.*--stack demo/.test(commandOf(child)));
  await Promise.all(orphaned.map((/** @type {number} */ child) => endProcess(child, { told: false, patienceMs: 2_000 })));
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeRunningProcesses([]);
  return undefined;
}

/**
 * Notes who runs here.
 * @param {Iterable<number>} children
 */
export function writeRunningProcesses(children) {
  writeFileSync(RUNNING, JSON.stringify({ pid: process.pid, children: [...children] }));
}

/** Says that nobody runs here any more. */
export function removeRunningFile() {
  rmSync(RUNNING, { force: true });
}

/**
 * Writes the environment down as a file that a shell can read: `source .quickstart/env`.
 * @param {{ settings: Record<string, string>, absent: readonly string[], folders: readonly string[] }} environment `folders`: what stands before the
 * rest of the PATH
 */
export function writeEnvironment({ settings, absent, folders }) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const path = `export PATH=${quoted(folders.join(delimiter))}:"$PATH"`;
  writeFileSync(join(FOLDER, "env"), [`unset ${absent.join(" ")}`, path, ...lines, ""].join("\n"), { mode: 0o600 });
}
