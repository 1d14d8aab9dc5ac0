"use strict";

/** The Node processes that the language host starts: found, started, waited for and ended here. */

const { spawn } = require("node:child_process");
const { realpathSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

/** @typedef {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, import("node:stream").Readable>} Program */

/** How long a program may take to end by itself before it is killed. */
const GRACE_PERIOD_MS = 3_000;

/** @type {Set<Program>} */
const running = new Set();

/**
 * Resolves a module as the program in this folder would, so that each program runs on the SDK it has installed.
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
 * The project's `runtime.options.nodeargs`, split like a shell would.
 * @param {Record<string, any>} options
 * @returns {string[]}
 */
function nodeArguments(options) {
  const words = String(options["nodeargs"] ?? "").match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/**
 * What `@pulumi/pulumi` reads from the environment; TypeScript is on unless the project turns it off.
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
 * Waits until the program has ended and its last output was read; a grandchild that keeps the pipes open is not waited for.
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
