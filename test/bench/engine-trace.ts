// What provider-trace.cjs has recorded of one run of the engine.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Start, Work } from "./types.ts";

interface EngineTrace {
  /** When the operations have started, in their order. */
  readonly starts: Start[];
  /** Processor time of the provider's process. */
  readonly cpuSeconds: number;
}

/**
 * Prepares the recording of one run.
 * @param parent the folder of the record
 */
export function startTrace(parent: string) {
  const folder = mkdtempSync(join(parent, "trace-"));
  const env = { BENCH_TRACE: folder, NODE_OPTIONS: `--require ${join(import.meta.dirname, "provider-trace.cjs")}` };
  return {
    env,
    read: (work: Work) => readTrace(folder, { up: "Create", refresh: "Read", destroy: "Delete" }[work]),
  };
}

/** @param operation the request that starts an operation */
function readTrace(folder: string, operation: string): EngineTrace {
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

function startOf([first]: readonly { at: number }[]) {
  return first?.at ?? 0;
}

function requestsIn(text: string) {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.split(" ")).map(([at, request = "", name = ""]) => ({ at: Number(at), request, name }));
}
