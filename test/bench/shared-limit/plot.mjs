// S10: the picture of eight processes that share a limit, as SVG.
import { escaped, svg } from "../../../scripts/generate/svg.mjs";
import { completionSeries, rateSeries } from "./series.mjs";

/**
 * @typedef {import("./series.mjs").Series} Series
 * @typedef {{ readonly title: string, readonly yTitle: string, readonly xMax: number, readonly yMax: number, readonly yStep: number, readonly yText: (y: number) => string, readonly series: readonly Series[], readonly reference?: number }} Panel
 */

const [WIDTH, HEIGHT] = [400, 200];
const MARGIN = { left: 62, top: 34, right: 18, bottom: 46 };
const rateWindowSeconds = 8;
/** Steps of the axis of time, in seconds: the smallest that leaves at most eight. */
const xSteps = [1, 2, 5, 10, 20, 30, 60, 120, 300];

/** Colours of eight curves that differ for most colour-blind readers, on a light and on a dark background. */
const colours = {
  light: ["#0072b2", "#d55e00", "#007a5a", "#b0508f", "#7a6a00", "#5b5bd6", "#a3333d", "#4d5763"],
  dark: ["#56b4e9", "#ff9e4a", "#35c79a", "#e58ac4", "#e3d34b", "#a5a5ff", "#ff8087", "#b4c0cc"],
};

/**
 * Draws runs of equal size side by side: above how much each process has done, below its rate.
 * @param {readonly import("../types.d.ts").SharedLimitRun[]} runs
 * @param {number} callsPerSecond what the limit allows all processes together
 */
export function sharedLimitPicture(runs, callsPerSecond) {
  const [first] = runs;
  if (first === undefined) throw new Error("there is no run to draw");
  const xMax = Math.max(...runs.map(({ seconds }) => seconds));
  const fairRate = callsPerSecond / first.processes;
  const rates = runs.map((run) => rateSeries(run.accepted, run, rateWindowSeconds));
  const yMax = Math.ceil(Math.max(2 * fairRate, ...rates.flat(2).map(({ y }) => y)));
  const panels = runs.flatMap((run, column) => {
    const starts = run.apartMs === 0 ? "started together" : `started ${run.apartMs / 1000} s apart`;
    const percent = (/** @type {number} */ y) => `${Math.round(y * 100)} %`;
    const done = completionSeries(run.accepted, run);
    return [
      panel({ title: `Calls done, ${starts}`, yTitle: "calls done", xMax, yMax: 1, yStep: 0.25, yText: percent, series: done }, column, 0),
      panel(
        {
          ...{ title: `Rate, ${starts}`, yTitle: "calls a second", xMax, yMax, yStep: yMax > 4 ? 2 : 0.5, yText: String },
          ...{ series: rates[column] ?? [], reference: fairRate },
        },
        column,
        1,
      ),
    ];
  });
  const [width, height] = [MARGIN.left + WIDTH + MARGIN.right, MARGIN.top + HEIGHT + MARGIN.bottom];
  const title = `${first.processes} processes of ${first.calls} calls share a limit of ${callsPerSecond} calls a second; dashed: an equal share of it`;
  const ground = `  <rect class="ground" width="100%" height="100%"/>`;
  const names = legend(first.processes, height * 2 + 12);
  return svg(width * runs.length, height * 2 + 30, title, [style(), ground, ...panels.flat(), ...names]);
}

/** The colour of each process, and the meaning of the dashed line. @param {number} processes @param {number} y @returns {string[]} */
function legend(processes, y) {
  const names = Array.from({ length: processes }, (_, index) => ({
    name: `process ${index + 1}`,
    line: `curve c${index % colours.light.length}`,
  }));
  return [...names, { name: "equal share", line: "fair" }].flatMap(({ name, line }, index) => {
    const x = MARGIN.left + index * 98;
    return [`  <line class="${line}" x1="${x}" x2="${x + 18}" y1="${y}" y2="${y}"/>`, `  <text x="${x + 24}" y="${y + 4}">${name}</text>`];
  });
}

/** @param {Panel} of @param {number} column @param {number} row @returns {string[]} */
function panel({ title, yTitle, xMax, yMax, yStep, yText, series, reference }, column, row) {
  const left = column * (MARGIN.left + WIDTH + MARGIN.right) + MARGIN.left;
  const top = row * (MARGIN.top + HEIGHT + MARGIN.bottom) + MARGIN.top;
  const xOf = (/** @type {number} */ x) => (left + (x / xMax) * WIDTH).toFixed(1);
  const yOf = (/** @type {number} */ y) => (top + HEIGHT - (Math.min(y, yMax) / yMax) * HEIGHT).toFixed(1);
  const xStep = xSteps.find((step) => xMax / step <= 8) ?? 600;
  const text = (/** @type {string} */ place, /** @type {string} */ words, name = "") =>
    `  <text ${place} class="${name}">${escaped(words)}</text>`;
  return [
    text(`x="${left}" y="${top - 12}"`, title, "title"),
    ...ticks(yMax, yStep).flatMap((y) => [
      `  <line class="grid" x1="${left}" x2="${left + WIDTH}" y1="${yOf(y)}" y2="${yOf(y)}"/>`,
      text(`x="${left - 6}" y="${Number(yOf(y)) + 4}" text-anchor="end"`, yText(y)),
    ]),
    ...ticks(xMax, xStep).map((x) => text(`x="${xOf(x)}" y="${top + HEIGHT + 16}" text-anchor="middle"`, String(x))),
    text(`x="${left + WIDTH / 2}" y="${top + HEIGHT + 34}" text-anchor="middle"`, "seconds since the first start"),
    text(`transform="translate(${left - 48} ${top + HEIGHT / 2}) rotate(-90)" text-anchor="middle"`, yTitle),
    ...(reference === undefined
      ? []
      : [`  <line class="fair" x1="${left}" x2="${left + WIDTH}" y1="${yOf(reference)}" y2="${yOf(reference)}"/>`]),
    ...series.map((points, index) => {
      const path = points.map(({ x, y }) => `${xOf(x)},${yOf(y)}`).join(" ");
      return `  <polyline class="curve c${index % colours.light.length}" points="${path}"/>`;
    }),
  ];
}

/** @param {number} most @param {number} step */
function ticks(most, step) {
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, nth) => nth * step);
}

function style() {
  const curves = (/** @type {readonly string[]} */ list) => list.map((colour, index) => `.c${index} { stroke: ${colour}; }`).join(" ");
  return `  <style>
    text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
    .title { font-weight: 600; font-size: 13px; }
    .ground { fill: #ffffff; } .grid { stroke: #d0d7de; } .fair { stroke: #1f2328; stroke-width: 1.2; stroke-dasharray: 6 4; }
    .curve { fill: none; stroke-width: 1.5; }
    ${curves(colours.light)}
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; } .ground { fill: #0d1117; } .grid { stroke: #30363d; } .fair { stroke: #e6edf3; }
      ${curves(colours.dark)}
    }
  </style>`;
}
