// What people do most, each beside the floor that the service's limits leave. `npm run bench -- [--json] [--short] [--only S1,S3] [--calls] [--profile]`.
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measure } from "./measure.mjs";
import { textOf } from "./report.mjs";
import { manyAssociations, manyShares, oneShare } from "./stories.mjs";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    only: { type: "string" },
    calls: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
const only = values.only === undefined ? undefined : new Set(values.only.split(","));
const stories = values.short
  ? [oneShare(250), manyShares(40, 40), manyAssociations(200, 4, 8), manyAssociations(200, 4, 100)]
  : [oneShare(500), manyShares(200, 100), manyAssociations(1000, 20, 8), manyAssociations(1000, 20, 100)];
const flags = values.profile ? ["--cpu-prof", "--heap-prof"] : [];
const say = (/** @type {string} */ text) => (values.json ? console.error(text) : console.log(text));
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
};

say(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${machine.date}\n`);
/** @type {import("./types.d.ts").Row[]} */
const rows = [];
for (const transitionMs of values.short ? [200] : [200, 2000]) {
  for (const story of stories) {
    for (const row of await measure(story, { transitionMs, only, flags, onCalls: values.calls ? printCalls : undefined })) {
      rows.push(row);
      say(`${textOf(row)}\n`);
    }
  }
}
if (values.json) console.log(JSON.stringify({ machine, rows }, undefined, 2));
// Calls are exact and hold; times depend on the machine and are told.
if (rows.some(({ over }) => over.includes("calls"))) process.exitCode = 1;

/**
 * @param {import("./types.d.ts").Step} step
 * @param {readonly import("./service.mjs").CallRecord[]} calls
 */
function printCalls({ scenario, title }, calls) {
  const start = calls[0]?.at ?? 0;
  say(`${scenario}  ${title}`);
  for (const { at, operation, code, parameters } of calls) {
    say(`  ${String(at - start).padStart(7)} ms  ${operation} ${JSON.stringify(parameters).slice(0, 200)}${code ? ` ${code}` : ""}`);
  }
}
