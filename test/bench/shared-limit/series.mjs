// S10: what the plot shows, computed from the calls that the service has accepted.

/**
 * @typedef {import("../types.d.ts").AcceptedCall} AcceptedCall
 * @typedef {readonly { readonly x: number, readonly y: number }[]} Series
 */

/**
 * The share of its calls that each process has done, over time: one curve a process, in the order of the processes.
 * @param {readonly AcceptedCall[]} accepted
 * @param {{ processes: number, calls: number, apartMs: number }} setting
 * @returns {Series[]}
 */
export function completionSeries(accepted, { processes, calls, apartMs }) {
  return timesOfEach(accepted, processes).map((times, process) => {
    const start = { x: (process * apartMs) / 1000, y: 0 };
    return [start, ...times.map((x, nth) => ({ x, y: (nth + 1) / calls }))];
  });
}

/**
 * The rate of each process, in calls a second: at each second, the calls of the window around it, over the time in which the process ran.
 * @param {readonly AcceptedCall[]} accepted
 * @param {{ processes: number, apartMs: number }} setting
 * @param {number} windowSeconds
 * @returns {Series[]}
 */
export function rateSeries(accepted, { processes, apartMs }, windowSeconds) {
  return timesOfEach(accepted, processes).map((times, process) => {
    const [start, end] = [(process * apartMs) / 1000, times.at(-1) ?? 0];
    const seconds = Array.from({ length: Math.max(0, Math.ceil(end - start)) }, (_, nth) => start + nth);
    return seconds.map((x) => {
      const [from, to] = [Math.max(start, x - windowSeconds / 2), Math.min(end, x + windowSeconds / 2)];
      const calls = times.filter((at) => at >= from && at <= to).length;
      return { x, y: calls / Math.max(1, to - from) };
    });
  });
}

/** @param {readonly AcceptedCall[]} accepted @param {number} processes */
function timesOfEach(accepted, processes) {
  return Array.from({ length: processes }, (_, process) =>
    accepted
      .filter((call) => call.process === process)
      .map(({ seconds }) => seconds)
      .toSorted((a, b) => a - b),
  );
}
