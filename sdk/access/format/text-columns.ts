import { singleLine } from "../../../provider/kernel/printable.ts";

/** One cell of a table, and its style on a terminal. */
export interface Cell {
  readonly text: string;
  readonly style?: ((text: string) => string) | undefined;
}

const wide = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** Formats cells as lines: columns are as wide as their widest cell, with two spaces between them. A line break in a cell becomes a space. */
export function columns(cells: readonly (readonly Cell[])[]): string[] {
  const rows = cells.map((row) => row.map(({ text, style }) => ({ text: singleLine(text), style })));
  const widths: number[] = [];
  for (const row of rows) row.forEach(({ text }, index) => (widths[index] = Math.max(widths[index] ?? 0, widthOf(text))));
  return rows.map((row) =>
    row
      .map(({ text, style = plain }, index) => style(text) + " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text))))
      .join("  ")
      .trimEnd(),
  );
}

/** The width of a text on a terminal: Chinese, Japanese and Korean characters are two columns wide. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0);
}

function plain(text: string): string {
  return text;
}
