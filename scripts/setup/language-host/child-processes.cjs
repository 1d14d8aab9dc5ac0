"use strict";

/** Starts, awaits and stops the Node processes of the language host. */

const { spawn } = require("node:child_process");
const { realpathSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

/** @typedef {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, import("node:stream").Readable>} Program */

/** How long a program may take to exit before it is killed. */
const GRACE_PERIOD_MS = 3_000;

/** @type {Set<Program>} */
const running = new Set();

/**
 * Resolves a module from a program's folder, so that each program uses its installed SDK.
 * @param {string} name
 * @param {string} directory
 */
function findModule(name, directory) {
  try {
    return createRequire(join(realpathSync(directory), "package.json")).resolve(name);
  } catch {
    throw new Error(`The Pulumi SDK is not installed in ${directory}: run npm install there`);
  }
}

/**
 * Returns the project's `runtime.options.nodeargs`, split as a shell does.
 * @param {Record<string, any>} options
 * @returns {string[]}
 */
function nodeArguments(options) {
  const words = String(options["nodeargs"] ?? "").match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/**
 * Returns the variables that `@pulumi/pulumi` reads. TypeScript is on unless the project disables it.
 * @param {Record<string, any>} options
 * @returns {Record<string, string>}
 */
function programEnvironment(options) {
  return {
    ...(options["typescript"] === false ? {} : { PULUMI_NODEJS_TYPESCRIPT: "true" }),
    ...(options["tsconfig"] === undefined ? {} : { PULUMI_NODEJS_TSCONFIG_PATH: String(options["tsconfig"]) }),
  };
}

/**
 * Starts a program, Node by default.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, command?: string }} [options]
 * @returns {Program}
 */
function start(args, { command = process.execPath, ...options } = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  running.add(child);
  child.once("close", () => running.delete(child)).once("error", () => running.delete(child));
  return child;
}

/**
 * Waits until the program has exited and its output was read. A grandchild that keeps the pipes open delays it only by the grace period.
 * @param {Program} child
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
function outcome(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      const done = () => resolve({ code, signal });
      child.once("close", done);
      setTimeout(done, GRACE_PERIOD_MS).unref();
    });
  });
}

/**
 * Stops a program with SIGINT, and with SIGKILL after the grace period.
 * @param {Program} child
 * @returns {Promise<void>}
 */
function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const killing = setTimeout(() => child.kill("SIGKILL"), GRACE_PERIOD_MS);
    child.once("exit", () => {
      clearTimeout(killing);
      resolve();
    });
    child.kill("SIGINT");
  });
}

async function stopAll() {
  await Promise.all(Array.from(running, stop));
}

module.exports = { findModule, nodeArguments, outcome, programEnvironment, start, stop, stopAll };
