import { printableLines, singleLine } from "../provider/kernel/printable.ts";
import type { Terminal } from "./command.ts";

/** The escape sequences of colours in this package's tables. */
const colours = [1, 2, 22, 31, 32, 33, 39].map((number) => `\u001B[${number}m`);
const colour = new RegExp(`(${colours.map((code) => code.replace("[", "\\[")).join("|")})`);

/**
 * Wraps a terminal so that it prints plain text only: untrusted text of a service, a state, a file or a user cannot move the cursor, hide
 * text, forge a message, or run a command of a CI runner. A message is one line; data keeps its line breaks and colours.
 */
export function printableTerminal(terminal: Terminal): Terminal {
  return {
    out: (text) => terminal.out(colouredLines(text)),
    err: (text) => terminal.err(singleLine(text)),
    get interrupted() {
      return terminal.interrupted;
    },
  };
}

function colouredLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split(colour))
    .map((pieces) => pieces.map((piece) => (colours.includes(piece) ? piece : printableLines(piece))).join(""))
    .join("\n");
}
