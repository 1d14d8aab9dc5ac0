import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { REPOSITORY } from "../setup/paths.mjs";
import { isAlive } from "../setup/lock.mjs";
import { readJson } from "../setup/fingerprints.mjs";
import { commandOf, endProcess } from "./processes.mjs";

/** All files of the quickstart: a copy of its program, the stack's state and configuration, Pulumi's home, and the environment of its commands. */
export const FOLDER = join(REPOSITORY, ".quickstart");

/** Pulumi's home; its folder `state` contains the stack's state. */
export const HOME = join(FOLDER, "pulumi");

/** The copy of the program that Pulumi runs. */
const PROGRAM = join(FOLDER, "index.ts");

const RUNNING = join(FOLDER, "running.json");

/**
 * Recreates the folder. The simulated service starts without shares, so the state of an earlier run is stale.
 * @returns {Promise<string | undefined>} the reason when a quickstart of this checkout is still running
 */
export async function resetWorkspace() {
  const { pid, children = [] } = readJson(RUNNING);
  if (pid !== undefined && isAlive(pid)) return `the quickstart runs already, as process ${pid}: stop it first (kill ${pid})`;
  // An orphaned Pulumi process of an earlier run would continue against the service that starts now.
  const orphaned = children.filter((/** @type {number} */ child) => isAlive(child) && /\bpulumi\b.*--stack demo/.test(commandOf(child)));
  await Promise.all(orphaned.map((/** @type {number} */ child) => endProcess(child, { isInterrupted: false, patienceMs: 2_000 })));
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  // A copy, because the example's own package.json would hide this package, which is not installed there.
  copyFileSync(join(REPOSITORY, "examples/quickstart/index.ts"), PROGRAM);
  writeRunningProcesses([]);
  return undefined;
}

/**
 * Replaces ids in the copy of the program.
 * @param {Record<string, string>} ids the new id by the old one
 */
export function changeProgram(ids) {
  const text = readFileSync(PROGRAM, "utf8");
  writeFileSync(
    PROGRAM,
    Object.entries(ids).reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
  );
}

/**
 * Writes the ids of this process and its running Pulumi processes, for {@link resetWorkspace}.
 * @param {Iterable<number>} children
 */
export function writeRunningProcesses(children) {
  writeFileSync(RUNNING, JSON.stringify({ pid: process.pid, children: [...children] }));
}

/** Removes the file of running processes when the quickstart exits. */
export function removeRunningFile() {
  rmSync(RUNNING, { force: true });
}

/**
 * Writes the environment as a shell file: `source .quickstart/env`.
 * @param {{ settings: Record<string, string>, absent: readonly string[], folders: readonly string[] }} environment `folders`: folders to
 * prepend to the PATH
 */
export function writeEnvironment({ settings, absent, folders }) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const path = `export PATH=${quoted(folders.join(delimiter))}:"$PATH"`;
  writeFileSync(join(FOLDER, "env"), [`unset ${absent.join(" ")}`, path, ...lines, ""].join("\n"), { mode: 0o600 });
}
