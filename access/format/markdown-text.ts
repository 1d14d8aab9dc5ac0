import { singleLine } from "../../provider/kernel/printable.ts";

/** Words without a meaning in Markdown: letters with inner hyphens and apostrophes, or a number that is too short for a commit id. */
const plain = /^(?:\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*|\d{1,6}(?:\.\d{1,6}){0,3})$/u;
/** A possible commit id, also beside a hyphen or an apostrophe. */
const hexadecimal = /(?<!\p{L})[0-9a-f]{7,}(?!\p{L})/iu;

/**
 * Formats untrusted text as a code span. Platforms detect no links, mentions, emojis, references, formulas or markup in code spans.
 * Escapes are not enough: platforms detect mentions and references after rendering.
 */
export function code(value: string): string {
  const line = singleLine(value);
  if (line === "") return "";
  const runs = new Set((line.match(/`+/g) ?? []).map(({ length }) => length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = "`".repeat(length);
  // Markdown strips one space from both ends of a code span, unless the span contains only spaces.
  const isPadded = /^`|`$|^ .* $/.test(line) && /[^ ]/.test(line);
  return isPadded ? `${fence} ${line} ${fence}` : fence + line + fence;
}

/** Words, and code between backticks with its spaces. */
const pieces = /(?:`[^`]*`|[^ ])+/g;

/** Formats a sentence that quotes untrusted text: code stays code, and every word that is not plain becomes a code span. */
export function prose(sentence: string): string {
  return (singleLine(sentence).match(pieces) ?? [])
    .map((piece) => {
      const [before = ""] = /^[("]*/.exec(piece) ?? [];
      const [after = ""] = /(?<![)".,;:?])[)".,;:?]*$/.exec(piece.slice(before.length)) ?? [];
      const word = piece.slice(before.length, piece.length - after.length);
      if (plain.test(word) && !hexadecimal.test(word)) return piece;
      if (word === "") return code(piece);
      return before + code(word.replace(/^`([^`]+)`$/, "$1")) + after;
    })
    .join(" ");
}

/** Escapes bars for the cell of a table: a bar ends the cell, even in a code span. */
export function cell(markdown: string): string {
  return markdown.replaceAll("|", "\\|");
}
