import { styleText } from "node:util";
import { singleLine } from "../../provider/kernel/printable.ts";

type Style = Parameters<typeof styleText>[0];

/** One cell of a table: its text, with a style for a terminal with colours. */
export type Cell = string | { readonly text: string; readonly style?: Style | undefined };

/** How tables are printed. */
export interface TableStyle {
  /** Whether colours are used. */
  readonly colours: boolean;
  /** The width of the terminal; without it, lines are as long as they need to be. */
  readonly width?: number | undefined;
}

/** The titles and the rows of a table. */
export interface Table {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const wide = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const gap = "  ";

/**
 * Formats a table as lines: columns are as wide as their widest cell, with two spaces between them. A line break in a cell becomes a space.
 * When the lines are wider than the terminal, the widest columns become narrower, and their cells are wrapped: nothing is cut off, and no
 * id is broken.
 */
export function tableLines({ titles, rows }: Table, { colours, width }: TableStyle): string[] {
  const all = [titles.map((text): Cell => ({ text, style: "bold" })), ...rows].map((row) => row.map(singleLineCell));
  const widths = widest(all, widthOf);
  if (width !== undefined && tableWidth(widths) > width) narrow(widths, width, widest(all, longestPiece));
  return all.flatMap((row) => {
    const cells = row.map(({ text }, index) => wrapped(text, widths[index] ?? 0, piecesOf));
    const height = Math.max(1, ...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      row
        .map(({ style }, index) => {
          const text = cells[index]?.[line] ?? "";
          return styled(text, style, colours) + " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
        })
        .join(gap)
        .trimEnd(),
    );
  });
}

/** Whether a table has room on a terminal without wrapped cells. */
export function fits({ titles, rows }: Table, { width }: TableStyle): boolean {
  return width === undefined || tableWidth(widest([titles, ...rows], widthOf)) <= width;
}

/** A text in a style, where colours are used. */
export function styled(text: string, style: Style | undefined, colours: boolean): string {
  return colours && style !== undefined && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}

/** The lines of a text, each of whole words, or of other pieces of it. */
export function wrapped(text: string, longest: number, split = wordsOf): readonly string[] {
  const lines: string[] = [];
  for (const piece of split(text)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf((last + piece).trimEnd()) <= longest) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}

/** The words of a text, each with the space behind it. */
function wordsOf(text: string): readonly string[] {
  return text.split(/(?<= )/);
}

/** The pieces of a text that a line may end after: a space, or a capital letter of a name follows. */
function piecesOf(text: string): readonly string[] {
  return text.split(/(?<= )|(?<=\p{Ll}\p{Ll})(?=\p{Lu}\p{L})/u);
}

function longestPiece(text: string): number {
  return Math.max(...piecesOf(text).map((piece) => widthOf(piece.trimEnd())));
}

function singleLineCell(cell: Cell) {
  const { text, style } = typeof cell === "string" ? { text: cell, style: undefined } : cell;
  return { text: singleLine(text), style };
}

function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

function widest(rows: Table["rows"], measure: (text: string) => number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, measure(typeof cell === "string" ? cell : cell.text));
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

/** The width of a text on a terminal: Chinese, Japanese and Korean characters are two columns wide. */
export function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0);
}
