// S10: real processes with equal work on one account and one operation, beside what its limit allows.
import { startService } from "../service.ts";
import { work } from "../work.ts";
import { callsPerSecond, startCaller } from "./caller.ts";
import type { SharedLimitCase, SharedLimitRun } from "../types.ts";
import type { Result } from "./caller.ts";
import type { CallRecord } from "../service.ts";

const operation = "UpdateResourceShare";
/** Between the last process's report that it is ready and the first call. */
const leadMs = 500;
const startsAtOnce = 4;
/** From one start to the next, where starts are staggered. */
export const apartMs = 1370;

/** The cases of a size: answers after 5 and 150 ms, started together and, if there are several, staggered. */
export function casesOf(processes: number, calls: number): SharedLimitCase[] {
  const starts = processes === 1 ? [0] : [0, apartMs];
  return [5, 150].flatMap((answerMs) => starts.map((apart) => ({ processes, calls, answerMs, apartMs: apart })));
}

/**
 * The cases of a run, in groups whose cases run at the same time, each with a service of its own. More than about 64 processes at once
 * measure the machine rather than the limiter.
 */
export function groupsOf(extent: "short" | "standard" | "long"): SharedLimitCase[][] {
  if (extent === "short") return [[{ processes: 2, calls: 40, answerMs: 5, apartMs: 0 }]];
  const many = casesOf(32, 25);
  const standard = [[...casesOf(1, 300), ...casesOf(2, 300)], casesOf(8, 100), many.slice(0, 2), many.slice(2)];
  if (extent === "standard") return standard;
  const [together, , , staggered] = casesOf(32, 300);
  return [...standard, casesOf(8, 300), [together, staggered].filter((setting) => setting !== undefined)];
}

export async function measureSharedLimit(setting: SharedLimitCase): Promise<SharedLimitRun> {
  const { processes, calls, answerMs } = setting;
  const service = await startService(0);
  try {
    const { address } = service;
    const share = { kind: "ResourceShare", name: "s10", inputs: { name: "s10" } };
    const { kept } = await work({ work: "up", address, inFlight: 1, wanted: [share], kept: [] });
    const shareId = kept[0]?.id ?? "";
    await service.delayAnswers(operation, answerMs);
    await service.forget();
    const callers = await startAll(processes, (index) => startCaller({ address, shareId, index, calls }));
    const startAt = Date.now() + leadMs;
    const results = await Promise.all(callers.map((caller, index) => caller.run(startAt + index * setting.apartMs)));
    return runOf(setting, results, await service.calls());
  } finally {
    await service.close();
  }
}

/** Starts processes, a few at a time: all at once would keep each other from opening their connections. */
async function startAll<T>(count: number, start: (index: number) => Promise<T>): Promise<T[]> {
  const started = [];
  for (let first = 0; first < count; first += startsAtOnce) {
    const some = Array.from({ length: Math.min(startsAtOnce, count - first) }, (_, nth) => start(first + nth));
    started.push(...(await Promise.all(some)));
  }
  return started;
}

export function runOf(setting: SharedLimitCase, results: readonly Result[], log: readonly CallRecord[]): SharedLimitRun {
  const start = Math.min(...results.map(({ startedAt }) => startedAt));
  const durations = results.map(({ startedAt, endedAt }) => endedAt - startedAt);
  const seconds = (Math.max(...results.map(({ endedAt }) => endedAt)) - start) / 1000;
  const attempts = log.filter((call) => call.operation === operation);
  return {
    ...setting,
    seconds,
    ratio: (seconds * callsPerSecond) / (setting.processes * setting.calls),
    throttled: attempts.filter(({ code }) => code?.startsWith("Throttling")).length / attempts.length,
    spread: Math.max(...durations) / Math.min(...durations),
    failures: results.flatMap(({ failures }) => failures),
    cpuSeconds: results.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}
