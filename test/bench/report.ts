// Figures as text for people.
import type { EngineRow, EngineSetting, Figure, Growth, Row, Term } from "./types.ts";

export function textOf(row: Row): string {
  const { scenario, title, transitionMs, inFlight, calls, throttled, floor, bounds, seconds, cpuSeconds, peakMb, over, byOperation } = row;
  const boundNote = (what: "calls" | "seconds") =>
    bounds[what] === undefined ? "" : `, at most ${bounds[what]}: ${over.includes(what) ? "over" : "ok"}`;
  return [
    `${scenario}  ${title}; ${inFlight} at once, transitions of ${transitionMs / 1000} s`,
    `    calls    ${calls}, floor ${floor.calls}: ${ratio(calls, floor.calls)} x${boundNote("calls")}`,
    ...operationLines(floor.terms, byOperation).map((line) => `             ${line}`),
    `    seconds  ${seconds.toFixed(2)}, floor ${floor.seconds.toFixed(2)} (${floor.secondsTerms}): ${ratio(seconds, floor.seconds)} x${boundNote("seconds")}`,
    `    throttled ${throttled}: ${throttled > 0 ? "over" : "ok"}; processor ${cpuSeconds.toFixed(2)} s; at most ${peakMb.toFixed(0)} MB`,
  ].join("\n");
}

export function engineText(row: EngineRow): string {
  const { scenario, title, parallel, calls, floor, atMost, isOver, seconds, floorSeconds, byOperation } = row;
  return [
    `${scenario}  ${title}; ${settingText(row)}, --parallel ${parallel}, transitions of ${row.transitionMs / 1000} s`,
    `    calls    ${calls}, floor ${floor.calls}: ${ratio(calls, floor.calls)} x, at most ${atMost}: ${isOver ? "over" : "ok"}`,
    ...operationLines(floor.terms, byOperation).map((line) => `             ${line}`),
    `    seconds  ${seconds.toFixed(1)}, floor ${floorSeconds.toFixed(1)} (a provider that does nothing: ${row.nothingSeconds.toFixed(1)}): ${ratio(seconds, floorSeconds)} x`,
    `    throttled ${row.throttled}; processor ${row.cpuSeconds.toFixed(1)} s (a provider that does nothing: ${row.nothingCpuSeconds.toFixed(1)} s)`,
  ].join("\n");
}

function settingText({ binding, checkpoints, isBusy }: EngineSetting) {
  return `${binding}${checkpoints ? "" : ", no checkpoints"}${isBusy ? ", a core kept busy" : ""}`;
}

/** What was called, beside the terms of the floor. */
function operationLines(terms: readonly Term[], made: Readonly<Record<string, number>>) {
  const names = [...new Set([...terms.map(({ operation }) => operation), ...Object.keys(made)])];
  return names.map((name) => {
    const own = terms.filter(({ operation }) => operation === name);
    const why = own.map((term) => `${term.calls} ${term.why}`).join(" + ");
    return `${String(made[name] ?? 0).padStart(5)} ${name}${why === "" ? " (not in the floor)" : ` (floor: ${why})`}`;
  });
}

export function ratio(value: number, floor: number) {
  return floor > 0 ? (value / floor).toFixed(2) : "–";
}

export function figureText({ scenario, what, value, unit, bound, detail, over }: Figure): string {
  const asked = boundText(bound);
  return `${scenario}  ${what}: ${numberText(value)} ${unit}${asked === "" ? "" : `, ${asked}: ${over ? "over" : "ok"}`} (${detail})`;
}

export function boundText({ atMost, atLeast }: Figure["bound"]) {
  if (atMost !== undefined) return `at most ${atMost}`;
  return atLeast === undefined ? "" : `at least ${atLeast}`;
}

export function numberText(value: number) {
  return Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(2) : value.toFixed(0);
}

export function growthText({ scenario, sizes, over }: Growth): string {
  const lines = sizes.map(
    ({ times, title, callsRatio, seconds, secondsRatio, cpuSeconds, aboveMb }) =>
      `    x${times}  ${title}: calls ${callsRatio.toFixed(2)} x floor; ${seconds.toFixed(2)} s, ${secondsRatio.toFixed(2)} x floor; ` +
      `processor ${cpuSeconds.toFixed(2)} s; ${aboveMb.toFixed(0)} MB above the least`,
  );
  return [
    `${scenario}  scale: ${over.length === 0 ? "no faster than linear, ok" : `faster than linear in ${over.join(", ")}: over`}`,
    ...lines,
  ].join("\n");
}
