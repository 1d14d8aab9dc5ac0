import { escaped, svg } from "./svg.mjs";

/** The width of a letter in a wide font of each kind, in pixels. */
const LETTERS = { strong: 8.8, em: 7.6, code: 7.25, plain: 7.2 };
const LINE = 20;
const CELL = { padding: 10, most: 122 };
const LEFT = 16;
/** How far the text of a list's entry is from the left of its bullet. */
const BULLET = 14;
/** Prose breaks at the width of the tables. */
const ROOM = { wide: 750, narrow: 385 };
/** The width of the values in the table of a narrow picture. */
const VALUES = 266;
const MARKED = /(\*\*.+?\*\*|\*.+?\*|`.+?`)/;

/**
 * Draws a comment of `resourceshare diff` as GitHub shows it: headings, paragraphs, tables, folded sections.
 * @param {readonly string[]} markdown
 * @param {{ isNarrow?: boolean }} options whether it is for a phone: then each row of a table is a block of its cells
 */
export function commentPicture(markdown, { isNarrow = false } = {}) {
  const room = isNarrow ? ROOM.narrow : ROOM.wide;
  /** @type {string[]} */
  const drawn = [];
  let y = 84;
  let width = 0;
  for (const block of blocksOf(unfolded(markdown))) {
    if (block[0]?.startsWith("|")) {
      const table = isNarrow ? drawTable(recordsOf(block), y, "who") : drawTable(rowsOf(block), y, "cell");
      drawn.push(...table.drawn);
      width = Math.max(width, table.width);
      y += table.height + 14;
    } else {
      for (const line of block) {
        const kind = line.startsWith("#") ? "heading" : "prose";
        const bullet = line.startsWith("- ") ? BULLET : 0;
        if (bullet > 0) drawn.push(text(LEFT, y, "•", kind));
        for (const part of broken(withShortStrong(line.replace(/^(#+|-) /, ""), room), room - bullet)) {
          drawn.push(text(LEFT + bullet, y, part, kind));
          width = Math.max(width, LEFT * 2 + bullet + widthOf(part));
          y += 22;
        }
        y += kind === "heading" ? 12 : 8;
      }
      if (block.at(-1)?.startsWith("- ")) y += 6;
    }
  }
  return svg(width, y, "The comment of resourceshare diff on a pull request", [
    `  <style>text { font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }`,
    `    .heading { font-size: 17px; font-weight: 600; } .strong { font-weight: 600; } .em { font-style: italic; } .who { fill: #59636e; }`,
    `    .code { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }`,
    `    .page { fill: #ffffff; } .line { fill: none; stroke: #d1d9e0; } .bar { fill: #f6f8fa; }`,
    `    @media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } .who { fill: #9198a1; }`,
    `      .page { fill: #0d1117; } .line { stroke: #3d444d; } .bar { fill: #151b23; } }</style>`,
    `  <rect x="0.5" y="0.5" width="${Math.ceil(width) - 1}" height="${y - 1}" rx="6" class="page"/>`,
    `  <path d="M1 7a6 6 0 0 1 6-6H${Math.ceil(width) - 7}a6 6 0 0 1 6 6V40H1Z" class="bar"/>`,
    `  <rect x="0.5" y="0.5" width="${Math.ceil(width) - 1}" height="${y - 1}" rx="6" class="line"/>`,
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

/** @param {string} row */
function cellsOf(row) {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/**
 * A table: its rows, of cells, of lines.
 * @typedef {readonly (readonly (readonly string[])[])[]} Rows
 */

/** @param {readonly string[]} table @returns {Rows} */
function rowsOf(table) {
  return table.map(cellsOf).map((row, index) => row.map((cell) => broken(index === 0 ? `**${cell}**` : cell, CELL.most)));
}

/** Each row as a block: the titles below each other, and beside each its cell. @param {readonly string[]} table @returns {Rows} */
function recordsOf(table) {
  const [titles = [], ...rows] = table.map(cellsOf);
  return rows.map((row) => {
    const values = row.map((cell) => broken(cell, VALUES));
    // A title has as many lines as its cell.
    return [titles.flatMap((title, index) => (values[index] ?? []).map((_, line) => (line === 0 ? title : ""))), values.flat()];
  });
}

/** @param {Rows} rows @param {number} top @param {string} first the class of the texts in the first column */
function drawTable(rows, top, first) {
  const columns = (rows[0] ?? []).map(
    (_, column) => Math.ceil(Math.max(...rows.flatMap((row) => (row[column] ?? []).map(widthOf)))) + 2 * CELL.padding,
  );
  const width = columns.reduce((sum, column) => sum + column, 0);
  let y = top - 20;
  const lines = rows.flatMap((row) => {
    const border = `  <path d="M${LEFT} ${y}h${width}" class="line"/>`;
    let x = LEFT + CELL.padding;
    const drawn = row.flatMap((cell, column) => {
      const at = x;
      x += columns[column] ?? 0;
      return cell.map((line, nth) => text(at, y + 20 + nth * LINE, line, column === 0 ? first : "cell"));
    });
    y += Math.max(...row.map(({ length }) => length)) * LINE + 10;
    return [border, ...drawn];
  });
  const height = y - top + 20;
  const frame = `  <rect x="${LEFT}" y="${top - 20}" width="${width}" height="${height}" class="line"/>`;
  return { drawn: [frame, ...lines], width: width + LEFT * 2, height };
}

/** @param {number} x @param {number} y @param {string} line @param {string} kind */
function text(x, y, line, kind) {
  const parts = line.split(MARKED).filter((part) => part !== "");
  return `  <text x="${x}" y="${y}" class="${kind}">${parts.map(span).join("")}</text>`;
}

/** @param {string} part */
function span(part) {
  const { kind, words } = marked(part);
  return kind === "plain" ? escaped(words) : `<tspan class="${kind}">${escaped(words)}</tspan>`;
}

/** @param {string} part @returns {{ kind: keyof typeof LETTERS, words: string }} */
function marked(part) {
  if (part.startsWith("**")) return { kind: "strong", words: part.slice(2, -2) };
  if (part.startsWith("*")) return { kind: "em", words: part.slice(1, -1) };
  if (part.startsWith("`")) return { kind: "code", words: part.slice(1, -1) };
  return { kind: "plain", words: part };
}

/** @param {string} line */
function widthOf(line) {
  return line
    .split(MARKED)
    .map(marked)
    .reduce((sum, { kind, words }) => sum + words.length * LETTERS[kind], 0);
}

/** The lines of a paragraph, or of a cell. @param {string} paragraph @param {number} room @returns {string[]} */
function broken(paragraph, room) {
  /** @type {string[]} */
  const lines = [];
  for (const word of paragraph.match(/(?:\*\*.+?\*\*|\*.+?\*|`.+?`|\S)+/g) ?? []) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line can end between the words of a strong text that is longer than a line. @param {string} paragraph @param {number} room */
function withShortStrong(paragraph, room) {
  return paragraph.replaceAll(/\*\*.+?\*\*/g, (strong) => (widthOf(strong) > room ? strong.replaceAll(" ", "** **") : strong));
}
