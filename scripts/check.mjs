#!/usr/bin/env node
/**
 * Runs the checks of the repository in parallel. Prints one line per check, then the output of failed checks.
 * `npm run check -- lint types` runs only these two.
 */
import { availableParallelism } from "node:os";
import { checks } from "./check/checks.mjs";
import { outcomeOf } from "./check/outcome.mjs";

const requested = process.argv.slice(2);
const unknownNames = requested.filter((name) => !checks.some((check) => check.name === name));
if (unknownNames.length > 0) {
  console.error(`There is no check ${unknownNames.join(", ")}; there are ${checks.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const since = Date.now();
const waiting = checks.filter(({ name }) => requested.length === 0 || requested.includes(name));
/** @type {import("./check/outcome.mjs").Outcome[]} */
const outcomes = [];

async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const outcome = await outcomeOf(check);
    outcomes.push(outcome);
    console.log(line(outcome.passed ? "✓" : "✗", outcome.name, outcome.milliseconds, check.promise));
  }
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));

const failed = outcomes.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n── ${name} ${"─".repeat(60 - name.length)}\n${output.trim()}`);
const seconds = ((Date.now() - since) / 1000).toFixed(1);
console.log(`\nChecks: ${outcomes.length - failed.length} of ${outcomes.length} passed in ${seconds} s`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {string} symbol @param {string} name @param {number} milliseconds @param {string} promise */
function line(symbol, name, milliseconds, promise) {
  return `${symbol} ${name.padEnd(10)} ${(milliseconds / 1000).toFixed(1).padStart(5)} s   ${promise}`;
}
