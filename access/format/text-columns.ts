import { singleLine } from "../../provider/kernel/printable.ts";

/** One cell of a table, and its style on a terminal. */
export interface Cell {
  readonly text: string;
  readonly style?: ((text: string) => string) | undefined;
}

/** How tables are printed. */
export interface TableStyle {
  /** Whether colours are used. */
  readonly colours: boolean;
  /** The width of the terminal; without it, lines are as long as they need to be. */
  readonly width?: number | undefined;
}

const wide = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** The space between two columns. */
const gap = "  ";
/**
 * Formats cells as lines: columns are as wide as their widest cell, with two spaces between them. A line break in a cell becomes a space.
 * When the lines are wider than the terminal, the widest columns become narrower, and their cells are wrapped: nothing is cut off, and no
 * id is broken.
 */
export function columns(cells: readonly (readonly Cell[])[], width?: number): string[] {
  const rows = cells.map((row) => row.map(({ text, style }) => ({ text: singleLine(text), style })));
  const widths = widest(rows, widthOf);
  if (width !== undefined && tableWidth(widths) > width) narrow(widths, width, widest(rows, longestPiece));
  return rows.flatMap((row) => {
    const wrapped = row.map(({ text }, index) => wrappedText(text, widths[index] ?? 0));
    const height = Math.max(1, ...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      row
        .map(({ style = plain }, index) => {
          const text = wrapped[index]?.[line] ?? "";
          return (text === "" ? "" : style(text)) + " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
        })
        .join(gap)
        .trimEnd(),
    );
  });
}

/** The lines of a text, each of whole words. */
export function wrapped(text: string, longest: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && widthOf(line) <= longest) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** Whether a table has room on a terminal without wrapped cells. */
export function fits(cells: readonly (readonly Cell[])[], width: number | undefined): boolean {
  return width === undefined || tableWidth(widest(cells, widthOf)) <= width;
}

function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

/** The largest value of each column. */
function widest(rows: readonly (readonly Cell[])[], measure: (text: string) => number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, measure(text));
  }
  return widths;
}

/** Makes the widest columns narrower until all have room, but none narrower than its longest piece. */
function narrow(widths: number[], width: number, least: readonly number[]): void {
  const spare = (index: number) => (widths[index] ?? 0) - (least[index] ?? 0);
  while (tableWidth(widths) > width) {
    const candidates = widths.map((own, index) => (spare(index) > 0 ? own : 0));
    const index = candidates.indexOf(Math.max(...candidates));
    if (spare(index) <= 0) return;
    widths[index] = (widths[index] ?? 0) - 1;
  }
}

/** The pieces of a text that a line may end after: a space, or a capital letter of a name follows. */
function piecesOf(text: string): readonly string[] {
  return text.split(/(?<= )|(?<=\p{Ll}\p{Ll})(?=\p{Lu}\p{L})/u);
}

function longestPiece(text: string): number {
  return Math.max(...piecesOf(text).map((piece) => widthOf(piece.trimEnd())));
}

/** The lines of a cell, each of whole pieces. */
function wrappedText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of piecesOf(text)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf((last + piece).trimEnd()) <= width) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}

/** The width of a text on a terminal: Chinese, Japanese and Korean characters are two columns wide. */
export function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0);
}

function plain(text: string): string {
  return text;
}
