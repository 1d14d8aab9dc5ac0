/**
 * Draws what documents show, as SVG. A test runs the commands of those documents and compares what they print, so each picture shows a real run.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commentPicture } from "./comment-picture.mjs";
import { escaped, svg } from "./svg.mjs";

/** @typedef {Pick<typeof import("../../access/format/text-columns.ts"), "tableLines" | "wrapped">} TextColumns */

const TERMINAL = "docs/get-started.md";
const COMMENT = "docs/review-access-in-a-pull-request.md";
const COLUMN = 7.2;
const ROW = 18;
const LEFT = 12;
/** The width of a terminal that a phone shows in letters of a legible size, in columns. */
const NARROW = 54;

/**
 * @param {string} root
 * @param {TextColumns} textColumns
 * @returns {Record<string, string>} text of each picture by its path
 */
export function pictureFiles(root, textColumns) {
  const session = consoleBlock(readFileSync(join(root, TERMINAL), "utf8"), "pulumi up");
  const comment = consoleBlock(
    readFileSync(join(root, COMMENT), "utf8"),
    "npx --no -- resourceshare diff preview.json --directory directory.json 2>",
  );
  const markdown = comment.slice(comment.findIndex((line) => line.startsWith("###"))).filter((line) => line !== "…");
  return {
    "docs/pictures/up.svg": terminalPicture(withoutSummary(session)),
    "docs/pictures/up-narrow.svg": terminalPicture(fitted(withoutSummary(session), NARROW, textColumns)),
    "docs/pictures/comment.svg": commentPicture(markdown),
    "docs/pictures/comment-narrow.svg": commentPicture(markdown, { isNarrow: true }),
  };
}

/**
 * The lines of the first console block with a command.
 * @param {string} document
 * @param {string} command how the command begins
 */
function consoleBlock(document, command) {
  const blocks = Array.from(document.matchAll(/^```console\n(.*?)^```$/gms), ([, text = ""]) => text.trimEnd().split("\n"));
  const found = blocks.find((lines) => lines.some((line) => line.startsWith(`$ ${command}`)));
  if (found === undefined) throw new Error(`no console block shows ${command}`);
  return found;
}

/**
 * A terminal that is as wide as its longest line.
 * @param {readonly string[]} lines
 */
function terminalPicture(lines) {
  const width = Math.max(...lines.map((line) => line.length)) * COLUMN + 2 * LEFT;
  const height = lines.length * ROW + 54;
  // Each column begins at its place and has its length, so that columns are below each other in every font.
  const rows = lines.flatMap((line, index) =>
    Array.from(line.matchAll(/\S+(?: \S+)*/g), ({ 0: text, index: column }) => {
      const place = `x="${(LEFT + column * COLUMN).toFixed(1)}" y="${56 + index * ROW}" textLength="${(text.length * COLUMN).toFixed(1)}"`;
      return `  <text ${place} class="${classOf(line, text)}">${escaped(text)}</text>`;
    }),
  );
  return svg(width, height, "A terminal with pulumi up and resourceshare access", [
    `  <style>text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d0d7de; }`,
    `    .command { fill: #ffffff; font-weight: 600; } .created { fill: #7ee787; } .title { fill: #9198a1; }</style>`,
    `  <rect width="100%" height="100%" rx="8" fill="#161b22" stroke="#3d444d"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map((fill, index) => `  <circle cx="${LEFT + 6 + index * 20}" cy="20" r="6" fill="${fill}"/>`),
    ...rows,
  ]);
}

/** Leaves out blank lines, and the outputs and counts that end what Pulumi prints. @param {readonly string[]} session */
function withoutSummary(session) {
  const [start, end] = [session.indexOf("Outputs:"), session.findIndex((line) => line.startsWith("Duration:"))];
  return session.filter((line, index) => line !== "" && (index < start || index > end));
}

/**
 * The lines as a terminal of this width shows them: `resourceshare` formats its table for it.
 * @param {readonly string[]} lines
 * @param {number} width
 * @param {TextColumns} textColumns
 */
function fitted(lines, width, { tableLines, wrapped }) {
  const cells = lines.map((line) => line.split(/ {2,}/));
  const [start, end] = [cells.findIndex(([title]) => title === "TARGET"), cells.findLastIndex(({ length }) => length > 1) + 1];
  const [titles = [], ...rows] = cells.slice(start, end);
  const folded = (/** @type {string} */ line) => wrapped(line, width).map((part, index) => (index > 0 ? `    ${part}` : part));
  return [
    ...lines.slice(0, start).flatMap(folded),
    ...tableLines({ titles, rows }, { colours: false, width }),
    ...lines.slice(end).flatMap(folded),
  ];
}

/** @param {string} line @param {string} text a part of it */
function classOf(line, text) {
  if (line.startsWith("$ ")) return "command";
  if (/^[A-Z]+$/.test(text)) return "title";
  return /^ +\+ /.test(line) ? "created" : "output";
}
