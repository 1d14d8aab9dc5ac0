// Figures as text for people.

/** @param {import("./types.d.ts").Row} row @returns {string} */
export function textOf(row) {
  const { scenario, title, transitionMs, inFlight, calls, throttled, floor, bounds, seconds, cpuSeconds, peakMb, over, byOperation } = row;
  const boundNote = (/** @type {"calls" | "seconds"} */ what) =>
    bounds[what] === undefined ? "" : `, at most ${bounds[what]}: ${over.includes(what) ? "over" : "ok"}`;
  return [
    `${scenario}  ${title}; ${inFlight} at once, transitions of ${transitionMs / 1000} s`,
    `    calls    ${calls}, floor ${floor.calls}: ${ratio(calls, floor.calls)} x${boundNote("calls")}`,
    ...operationLines(floor.terms, byOperation).map((line) => `             ${line}`),
    `    seconds  ${seconds.toFixed(2)}, floor ${floor.seconds.toFixed(2)} (${floor.secondsTerms}): ${ratio(seconds, floor.seconds)} x${boundNote("seconds")}`,
    `    throttled ${throttled}: ${throttled > 0 ? "over" : "ok"}; processor ${cpuSeconds.toFixed(2)} s; at most ${peakMb.toFixed(0)} MB`,
  ].join("\n");
}

/** @param {import("./types.d.ts").EngineRow} row @returns {string} */
export function engineText(row) {
  const { scenario, title, parallel, calls, floor, atMost, isOver, seconds, floorSeconds, byOperation } = row;
  return [
    `${scenario}  ${title}; ${settingText(row)}, --parallel ${parallel}, transitions of ${row.transitionMs / 1000} s`,
    `    calls    ${calls}, floor ${floor.calls}: ${ratio(calls, floor.calls)} x, at most ${atMost}: ${isOver ? "over" : "ok"}`,
    ...operationLines(floor.terms, byOperation).map((line) => `             ${line}`),
    `    seconds  ${seconds.toFixed(1)}, floor ${floorSeconds.toFixed(1)} (a provider that does nothing: ${row.nothingSeconds.toFixed(1)}): ${ratio(seconds, floorSeconds)} x`,
    `    throttled ${row.throttled}; processor ${row.cpuSeconds.toFixed(1)} s (a provider that does nothing: ${row.nothingCpuSeconds.toFixed(1)} s)`,
  ].join("\n");
}

/** @param {import("./types.d.ts").EngineSetting} setting */
function settingText({ binding, checkpoints, isBusy }) {
  return `${binding}${checkpoints ? "" : ", no checkpoints"}${isBusy ? ", a core kept busy" : ""}`;
}

/**
 * What was called, beside the terms of the floor.
 * @param {readonly import("./types.d.ts").Term[]} terms
 * @param {Readonly<Record<string, number>>} made
 */
function operationLines(terms, made) {
  const names = [...new Set([...terms.map(({ operation }) => operation), ...Object.keys(made)])];
  return names.map((name) => {
    const own = terms.filter(({ operation }) => operation === name);
    const why = own.map((term) => `${term.calls} ${term.why}`).join(" + ");
    return `${String(made[name] ?? 0).padStart(5)} ${name}${why === "" ? " (not in the floor)" : ` (floor: ${why})`}`;
  });
}

/** @param {number} value @param {number} floor */
export function ratio(value, floor) {
  return floor > 0 ? (value / floor).toFixed(2) : "–";
}

/** @param {import("./types.d.ts").Figure} figure @returns {string} */
export function figureText({ scenario, what, value, unit, bound, detail, over }) {
  const asked = boundText(bound);
  return `${scenario}  ${what}: ${numberText(value)} ${unit}${asked === "" ? "" : `, ${asked}: ${over ? "over" : "ok"}`} (${detail})`;
}

/** @param {import("./types.d.ts").Figure["bound"]} bound */
export function boundText({ atMost, atLeast }) {
  if (atMost !== undefined) return `at most ${atMost}`;
  return atLeast === undefined ? "" : `at least ${atLeast}`;
}

/** @param {number} value */
export function numberText(value) {
  return Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(2) : value.toFixed(0);
}

/** @param {import("./types.d.ts").Growth} growth @returns {string} */
export function growthText({ scenario, sizes, over }) {
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
