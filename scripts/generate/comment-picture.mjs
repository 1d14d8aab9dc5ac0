import { escaped, svg } from "./svg.mjs";

const LETTER = 7;
const ROW = 30;
const LEFT = 24;

/**
 * Draws a comment of `resourceshare diff` as GitHub shows it: headings, paragraphs, tables, folded sections.
 * @param {readonly string[]} markdown
 */
export function commentPicture(markdown) {
  /** @type {string[]} */
  const drawn = [];
  let y = 84;
  let width = 640;
  for (const block of blocksOf(unfolded(markdown))) {
    if (block[0]?.startsWith("|")) {
      const table = tableOf(block, y);
      drawn.push(...table.drawn);
      width = Math.max(width, table.width);
      y += block.length * ROW + 10;
    } else {
      for (const line of block) {
        const isHeading = line.startsWith("#");
        drawn.push(text(LEFT, y, line.replace(/^#+ /, "").replace(/^- /, "• "), isHeading ? "heading" : "prose"));
        width = Math.max(width, LEFT * 2 + plain(line).length * (LETTER + 0.5));
        y += isHeading ? 34 : 30;
      }
    }
  }
  return svg(width, y, "The comment of resourceshare diff on a pull request", [
    `  <style>text { font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }`,
    `    .heading { font-size: 17px; font-weight: 600; } .strong { font-weight: 600; } .em { font-style: italic; } .who { fill: #59636e; }`,
    `    .code { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }</style>`,
    `  <rect x="0.5" y="0.5" width="${Math.ceil(width) - 1}" height="${y - 1}" rx="6" fill="#ffffff" stroke="#d1d9e0"/>`,
    `  <path d="M1 7a6 6 0 0 1 6-6H${Math.ceil(width) - 7}a6 6 0 0 1 6 6V40H1Z" fill="#f6f8fa"/>`,
    `  <text x="${LEFT}" y="26"><tspan class="strong">ci</tspan><tspan class="who"> commented on this pull request</tspan></text>`,
    ...drawn,
  ]);
}

/** Folded sections as GitHub shows them: their summaries. @param {readonly string[]} lines */
function unfolded(lines) {
  return lines
    .join("\n")
    .replaceAll(/<details><summary>(.*?)<\/summary>[^]*?<\/details>/g, "▸ $1")
    .replaceAll(/^>.*$/gm, "")
    .split("\n");
}

/** @param {readonly string[]} lines @returns {string[][]} paragraphs and tables, each as its lines */
function blocksOf(lines) {
  return lines
    .join("\n")
    .split(/\n{2,}/)
    .map((block) => block.split("\n").filter((line) => line !== "" && !/^\|[-|]+\|$/.test(line)))
    .filter((block) => block.length > 0);
}

/** @param {readonly string[]} rows @param {number} top */
function tableOf(rows, top) {
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  const columns = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => plain(row[column] ?? "").length)) * LETTER + 26);
  const width = columns.reduce((sum, column) => sum + column, 0);
  const y = top - 20;
  const lines = cells.flatMap((row, index) => {
    const middle = y + index * ROW;
    const border = `  <path d="M${LEFT} ${middle}h${width}" stroke="#d1d9e0"/>`;
    let x = LEFT + 12;
    const drawn = row.map((cell, column) => {
      const at = x;
      x += columns[column] ?? 0;
      return text(at, middle + 20, index === 0 ? `**${cell}**` : cell, "cell");
    });
    return [border, ...drawn];
  });
  const frame = `  <rect x="${LEFT}" y="${y}" width="${width}" height="${rows.length * ROW}" fill="none" stroke="#d1d9e0"/>`;
  return { drawn: [frame, ...lines], width: width + LEFT * 2 };
}

/** @param {number} x @param {number} y @param {string} line @param {string} kind */
function text(x, y, line, kind) {
  const parts = line.split(/(\*\*.+?\*\*|\*.+?\*|`.+?`)/).filter((part) => part !== "");
  return `  <text x="${x}" y="${y}" class="${kind}">${parts.map(span).join("")}</text>`;
}

/** @param {string} part */
function span(part) {
  if (part.startsWith("**")) return `<tspan class="strong">${escaped(part.slice(2, -2))}</tspan>`;
  if (part.startsWith("*")) return `<tspan class="em">${escaped(part.slice(1, -1))}</tspan>`;
  if (part.startsWith("`")) return `<tspan class="code">${escaped(part.slice(1, -1))}</tspan>`;
  return escaped(part);
}

/** @param {string} line */
function plain(line) {
  return line.replaceAll(/[*`]/g, "");
}
