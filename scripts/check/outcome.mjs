import { spawn } from "node:child_process";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const tools = join(root, "node_modules", ".bin");

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {boolean} passed
 * @property {number} milliseconds
 * @property {string} output stdout and stderr, interleaved
 */

/**
 * Runs one check.
 * @param {import("./checks.mjs").Check} check
 * @returns {Promise<Outcome>}
 */
export function outcomeOf({ name, command: [program = "", ...args] }) {
  const since = Date.now();
  return new Promise((resolve) => {
    // Node in node_modules/.bin takes precedence, because the tools may need a newer one than the machine's.
    const env = { ...process.env, PATH: [tools, process.env["PATH"]].join(delimiter), NO_COLOR: "1", FORCE_COLOR: "0" };
    const child = spawn(join(tools, program), args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const read = (/** @type {Buffer} */ chunk) => void (output += chunk);
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    const done = (/** @type {boolean} */ passed) => resolve({ name, passed, milliseconds: Date.now() - since, output });
    child.once("error", (error) => ((output += `${error.message}\nRun node scripts/setup.mjs first.`), done(false)));
    child.once("close", (code) => done(code === 0));
  });
}
