import { stripVTControlCharacters } from "node:util";
import { widthOf } from "../access/format/text-columns.ts";

interface TerminalStream {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Lines at the end of a terminal that replace themselves. */
export class LiveLines {
  readonly #stream: TerminalStream;
  #shown: readonly string[] = [];

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  /** Replaces the lines; none removes them. Lines beyond the height of the terminal are left out, because the cursor cannot return to them. */
  show(lines: readonly string[]): void {
    const { columns = 80, rows = 24 } = this.#stream;
    const shown = lines.slice(0, Math.max(1, rows - 1)).map((line) => cut(line, columns));
    const height = this.#shown.length;
    const up = height > 0 ? `\u001B[${height}A` : "";
    this.#stream.write(`${up}\u001B[J${shown.map((line) => `${line}\n`).join("")}`);
    this.#shown = shown;
  }

  /** Writes a line above the lines. */
  print(line: string): void {
    const shown = this.#shown;
    if (shown.length > 0) this.show([]);
    this.#stream.write(`${line}\n`);
    if (shown.length > 0) this.show(shown);
  }
}

/** Cuts a line to the width of the terminal: the cursor moves by lines of the screen. */
function cut(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  if (widthOf(plain) <= width) return line;
  let shown = "";
  for (const character of plain) {
    if (widthOf(shown + character) >= width) break;
    shown += character;
  }
  return `${shown}…`;
}
