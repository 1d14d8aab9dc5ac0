/**
 * The rules for the source of Markdown documents. A line of prose is one whole sentence, so that a change of a sentence is a change of one line.
 * The published linters do not offer that: their rules accept a sentence that is split over lines, and reject tables.
 */

/** The longest line of prose, in characters. Rows of tables may be longer. */
export const LONGEST_LINE = 250;

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;
const NO_PROSE = /^\s*(\||<|#|---|\[[^\]]+\]: |$)/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+\.) +/;
const SENTENCE_END = /[.!?:…]["')\]*_]*$/;
const SECOND_SENTENCE = /(?<!\be\.g|\bi\.e|\betc|\bvs)[.!?]["')\]*_]* +(["(*_[]*[A-Z`][^ ]*)/;

/**
 * Finds what breaks the rules in a document.
 * @param {string} text
 * @returns {string[]} `line: what is wrong`
 */
export function lineFindings(text) {
  /** @type {string[]} */
  const findings = [];
  let fence = "";
  let open = 0;
  for (const [index, line] of withoutFrontMatter(text).split("\n").entries()) {
    const number = index + 1;
    const [, marker = "", language = ""] = FENCE.exec(line) ?? [];
    const sentence = plain(line);
    const continues = fence === "" && marker === "" && !NO_PROSE.test(sentence) && !LIST_ITEM.test(sentence);
    if (open > 0 && continues) findings.push(`${open}: the sentence continues on the next line; write it on one line`);
    open = 0;
    if (fence !== "") {
      if (marker.startsWith(fence) && language === "") fence = "";
    } else if (marker !== "") {
      fence = marker;
      if (language === "") findings.push(`${number}: the code block names no language`);
    } else if (!NO_PROSE.test(sentence)) {
      const second = SECOND_SENTENCE.exec(sentence.replace(LIST_ITEM, ""))?.[1];
      if (second !== undefined) findings.push(`${number}: a second sentence begins with "${second}"; write it on a line of its own`);
      if (line.length > LONGEST_LINE) findings.push(`${number}: ${line.length} characters; write shorter sentences, or a list`);
      if (!SENTENCE_END.test(sentence.trimEnd())) open = number;
    }
  }
  return findings;
}

/** The front matter of a page is data; its lines become empty, so that the others keep their numbers. @param {string} text */
function withoutFrontMatter(text) {
  return text.replace(/^---\n[^]*?\n---\n/, (matter) => matter.replaceAll(/[^\n]/g, ""));
}

/** A line without the ">" of a quotation, promise ids, and what code and addresses contain. @param {string} line */
function plain(line) {
  return line
    .replace(/^\s*> ?/, "")
    .replace(/ \(P-[a-z-]+\)$/, "")
    .replaceAll(/(`+).+?\1/g, (code) => code.replaceAll(/[\s.!?]/g, "_"))
    .replaceAll(/\]\([^)]*\)/g, "]");
}
