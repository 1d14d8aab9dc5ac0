// What provider-trace.cjs has recorded of one run of the engine.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} EngineTrace
 * @property {import("./types.d.ts").Start[]} starts of the operations, in their order
 * @property {number} cpuSeconds of the provider's process
 */

/**
 * Prepares the recording of one run.
 * @param {string} parent the folder of the record
 */
export function startTrace(parent) {
  const folder = mkdtempSync(join(parent, "trace-"));
  const env = { BENCH_TRACE: folder, NODE_OPTIONS: `--require ${join(import.meta.dirname, "provider-trace.cjs")}` };
  return {
    env,
    read: (/** @type {import("./types.d.ts").Work} */ work) =>
      readTrace(folder, { up: "Create", refresh: "Read", destroy: "Delete" }[work]),
  };
}

/**
 * @param {string} folder
 * @param {string} operation the request that starts an operation
 * @returns {EngineTrace}
 */
function readTrace(folder, operation) {
  const recorded = readdirSync(folder).filter((name) => name.endsWith(".requests"));
  const processes = recorded.map((name) => ({ name, requests: requestsIn(readFileSync(join(folder, name), "utf8")) }));
  // A preview and the update are served by two processes; the update's is the one that is started last.
  const last = processes
    .filter(({ requests }) => requests.some(({ request }) => request === operation))
    .toSorted((one, other) => startOf(other.requests) - startOf(one.requests))[0];
  if (last === undefined) throw new Error(`no provider process has received ${operation}`);
  const starts = last.requests.filter(({ request }) => request === operation).map(({ name, at }) => ({ name, at }));
  const usage = JSON.parse(readFileSync(join(folder, last.name.replace(/requests$/, "usage")), "utf8"));
  return { starts, ...usage };
}

/** @param {readonly { at: number }[]} requests */
function startOf([first]) {
  return first?.at ?? 0;
}

/** @param {string} text */
function requestsIn(text) {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.split(" ")).map(([at, request = "", name = ""]) => ({ at: Number(at), request, name }));
}
