import { stripVTControlCharacters } from "node:util";

/** The part of a terminal's stream that this module uses. */
interface TerminalStream {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Lines at the end of a terminal that replace themselves. */
export class LiveLines {
  readonly #stream: TerminalStream;
  #height = 0;

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  /** Replaces the lines; none removes them. Lines beyond the height of the terminal are left out, because the cursor cannot return to them. */
  show(lines: readonly string[]): void {
    const { columns = 80, rows = 24 } = this.#stream;
    const shown = lines.slice(0, Math.max(1, rows - 1)).map((line) => cut(line, columns));
    const up = this.#height > 0 ? `\u001B[${this.#height}A` : "";
    this.#stream.write(`${up}\u001B[J${shown.map((line) => `${line}\n`).join("")}`);
    this.#height = shown.length;
  }
}

/** Cuts a line to the width of the terminal: the cursor moves by lines of the screen. */
function cut(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= width ? line : `${plain.slice(0, Math.max(1, width - 1))}…`;
}
