import { styleText } from "node:util";
import { singleLine } from "../../provider/kernel/printable.ts";

/** How a terminal with colours shows a text. */
export type Style = Parameters<typeof styleText>[0];

/** One cell of a table: its text, with a style for a terminal with colours. */
export type Cell = string | StyledText;

interface StyledText {
  readonly text: string;
  readonly style?: Style | undefined;
}

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

const wideCharacter = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const gap = "  ";
/** Columns up to this width are narrowed last: `+ gained pending` stays on one line. */
const short = 16;

/**
 * Formats a table as lines: columns are as wide as their widest cell, with two spaces between them. A line break in a cell becomes a space.
 * When the lines are wider than the terminal, cells are wrapped between words, also those of a name, as `team-network`.
 * When that is not enough, each row is a record, a line a cell. When one row has several lines, an empty line separates all rows. Nothing is cut off, and no id
 * is broken.
 */
export function tableLines({ titles, rows }: Table, { colours, width = Infinity }: TableStyle): string[] {
  const all = [titles.map((text): Cell => ({ text, style: "bold" })), ...rows].map((row) => row.map(singleLineCell));
  const natural = widest(all, widthOf);
  const words = widest(all, longestWord);
  const preferred = words.map((word, index) => Math.max(word, Math.min(natural[index] ?? 0, short)));
  const widths = narrowed(narrowed(natural, width, preferred), width, words);
  const [head = [], ...body] = all;
  const areRecords = tableWidth(widths) > width;
  const bodies = body.map((row) => (areRecords ? recordLines(head, row, colours, width) : rowLines(row, widths, colours)));
  const isWrapped = bodies.some(({ length }) => length > 1);
  return [
    ...(areRecords ? [] : rowLines(head, widths, colours)),
    ...bodies.flatMap((lines, index) => (isWrapped && index > 0 ? ["", ...lines] : lines)),
  ];
}

function rowLines(row: readonly StyledText[], widths: readonly number[], colours: boolean): string[] {
  const cells = row.map(({ text }, index) => wrapped(text, widths[index] ?? 0));
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
}

/** A row as lines `TITLE  text`, without those of empty cells. */
function recordLines(titles: readonly StyledText[], row: readonly StyledText[], colours: boolean, width: number): string[] {
  const indent = Math.max(...titles.map(({ text }) => widthOf(text)));
  const room = width - indent - gap.length;
  const filled = row.flatMap((cell, index) =>
    cell.text === "" ? [] : [[titles[index] ?? { text: "" }, { ...cell, text: cell.text.trim() }]],
  );
  return filled.flatMap((cells) => rowLines(cells, [indent, room], colours));
}

/** A text in a style, where colours are used. */
export function styled(text: string, style: Style | undefined, colours: boolean): string {
  return colours && style !== undefined && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}

/** The lines of a text, which end between words. */
export function wrapped(text: string, longest: number): readonly string[] {
  const lines: string[] = [];
  for (const word of wordsOf(text)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf((last + word).trimEnd()) <= longest) lines[lines.length - 1] = last + word;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** Where a line may end after a space, but not in a short label in parentheses, such as `(external account)`, or in a number, such as `+ 2 more`. */
const afterSpace = /(?<= )(?<!\+ |\+ \d+ )(?![^()]{0,30}\))/;
/** A name of words, such as `team-network`, and no id, such as `ipam-pool-demo01`. */
const nameOfWords = /^\p{L}{2}[\p{L}-]*,? ?$/u;

/** The words of a text, each with the space or the hyphen behind it. */
function wordsOf(text: string): readonly string[] {
  return text.split(afterSpace).flatMap((word) => (nameOfWords.test(word) ? word.split(/(?<=-)/) : [word]));
}

function longestWord(text: string): number {
  return Math.max(...wordsOf(text).map((word) => widthOf(word.trimEnd())));
}

function singleLineCell(cell: Cell): StyledText {
  const { text, style } = typeof cell === "string" ? { text: cell, style: undefined } : cell;
  return { text: singleLine(text), style };
}

function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

function widest(rows: readonly (readonly StyledText[])[], measure: (text: string) => number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, measure(text));
  }
  return widths;
}

/** Returns the widths with the columns that have the most to spare made narrower until all have room, but none narrower than its least width. */
function narrowed(natural: readonly number[], width: number, least: readonly number[]): readonly number[] {
  const widths = [...natural];
  while (tableWidth(widths) > width) {
    const spares = widths.map((own, index) => own - (least[index] ?? 0));
    const most = Math.max(...spares);
    if (most <= 0) break;
    const index = spares.indexOf(most);
    widths[index] = (widths[index] ?? 0) - 1;
  }
  return widths;
}

/** The width of a text on a terminal: Chinese, Japanese and Korean characters are two columns wide. */
export function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (wideCharacter.test(character) ? 2 : 1), 0);
}
