import { singleLine } from "../../../provider/kernel/printable.ts";

/** Words that no platform reads as anything else: letters (hyphens and apostrophes within), or a number that is too short to be the id of a commit. */
const plain = /^(?:\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*|\d{1,6}(?:\.\d{1,6}){0,3})$/u;
/** What can be the id of a commit. */
const hexadecimal = /^[0-9a-f]{7,}$/i;

/**
 * A foreign text as a code span, the only thing in Markdown in which nothing is looked for: no link, mention, emoji, reference to an issue or a
 * commit, formula or markup. Escapes would not do: platforms look for mentions and references in what is rendered already.
 */
export function code(value: string): string {
  const line = singleLine(value);
  if (line === "") return "";
  const runs = new Set((line.match(/`+/g) ?? []).map(({ length }) => length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = "`".repeat(length);
  // One space at both ends is not part of a code span, unless there is nothing else in it.
  const isPadded = /^`|`$|^ .* $/.test(line) && /[^ ]/.test(line);
  return isPadded ? `${fence} ${line} ${fence}` : fence + line + fence;
}

/** A sentence that quotes foreign texts: every word that is not plain becomes a code span. */
export function prose(sentence: string): string {
  return singleLine(sentence)
    .split(" ")
    .map((piece) => {
      const [, before = "", word = "", after = ""] = /^([("]*)(.*?)([)".,;:?]*)$/u.exec(piece) ?? [];
      if (word === "" && piece === "") return "";
      return plain.test(word) && !hexadecimal.test(word)
        ? piece
        : word === ""
          ? code(piece)
          : before + code(word.replace(/^`([^`]+)`$/, "$1")) + after;
    })
    .join(" ");
}

/** Markdown as the cell of a table, which a bar would end, even one in a code span. */
export function cell(markdown: string): string {
  return markdown.replaceAll("|", "\\|");
}
