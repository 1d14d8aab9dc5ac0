import { stripVTControlCharacters } from "node:util";

/**
 * A text of programs and services without characters that control a terminal, and with a bar before each line, so that no CI runner takes
 * a line as a command.
 * @param {string} text
 */
export function logLines(text) {
  const plain = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n");
  const printed = plain.replaceAll(/[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, " ");
  return withoutCommands(printed).replaceAll(/^(?=.)/gm, "| ");
}

/**
 * The beginning of a text as one printable line.
 * @param {string} text
 */
export function oneLine(text) {
  return withoutCommands(text.slice(0, 200).replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, " "));
}

/** @param {string} text */
function withoutCommands(text) {
  return text.replaceAll(/##(?=\w*\[)/g, "## ");
}
