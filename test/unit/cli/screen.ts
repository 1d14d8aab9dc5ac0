import { LiveLines } from "../../../cli/live-lines.ts";

const escape = "\u001B";
/** A move of the cursor upwards, the removal of all below it, the end of a line, text, and the start of any other sequence. */
const pieces = new RegExp(String.raw`${escape}\[(\d+)A|(${escape}\[J)|\n|([^\n${escape}]+)|${escape}`, "g");

/** A terminal that moves its cursor by the sequences of {@link LiveLines}, and fails for any other. */
export class Screen {
  readonly columns: number;
  readonly rows: number;
  readonly live = new LiveLines(this);
  readonly #lines: string[] = [""];
  #cursor = 0;

  constructor({ columns = 80, rows = 24 }: { readonly columns?: number; readonly rows?: number } = {}) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What the terminal shows, without the line of the cursor. */
  get text(): string {
    return this.#lines.slice(0, -1).join("\n");
  }

  write(text: string): void {
    for (const [piece = "", up, , line] of text.matchAll(pieces)) {
      if (up !== undefined) this.#cursor -= Number(up);
      else if (piece === "\n") this.#cursor += 1;
      else if (line === undefined && piece.length === 1) throw new Error(`unknown escape sequence in ${JSON.stringify(text)}`);
      else if (line === undefined) this.#lines.length = this.#cursor;
      else if (line.length > this.columns) throw new Error(`this line is wider than the terminal: ${line}`);
      else this.#lines[this.#cursor] = line;
      if (this.#cursor < 0) throw new Error("the cursor has left the terminal");
      this.#lines[this.#cursor] ??= "";
    }
  }
}
