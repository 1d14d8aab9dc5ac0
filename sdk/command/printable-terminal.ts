import { printableLines } from "../../provider/kernel/printable.ts";
import type { Terminal } from "./command.ts";

/** The colours of this package's own tables. */
const colours = [1, 2, 22, 31, 32, 33, 39].map((number) => `\u001B[${number}m`);
const colour = new RegExp(`(${colours.map((code) => code.replace("[", "\\[")).join("|")})`);

/**
 * A terminal that prints text and nothing else, whatever commands were given by a service, a state, a file or a user: no character moves the
 * cursor or hides something, and no line is a command of a CI runner. Line breaks stay, and on `out` colours do.
 */
export function printableTerminal(terminal: Terminal): Terminal {
  return {
    out: (text) => terminal.out(colouredLines(text)),
    err: (text) => terminal.err(printableLines(text)),
    interrupted: terminal.interrupted,
  };
}

function colouredLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split(colour))
    .map((pieces) => pieces.map((piece) => (colours.includes(piece) ? piece : printableLines(piece))).join(""))
    .join("\n");
}
