import { expect, test } from "vitest";
import { lineFindings, LONGEST_LINE } from "../../../../scripts/check/document-lines.mjs";

test.each([
  ["a sentence on each line", "# Title\n\nOne sentence.\nAnother, e.g. this one.\n\n- An item.\n  Its second sentence.\n"],
  ["a table with several sentences in a cell", "| a |\n|---|\n| One. Two. |\n"],
  ["code that contains full stops", "Run `a. B. C` and [read](a. B.md).\n\n```sh\na. B\nc\n```\n"],
  ["a promise after its sentence", "- It is kept. (P-kept)\n  More of it. (P-more)\n"],
  ["front matter before the first line", "---\ntitle: A\nlayout: package\n---\n\nA sentence.\n"],
  ["a heading, an image and a list without full stops", "# A. B\n\n- one\n- two\n\n![A picture](a.svg)\n"],
])("accepts %s", (_what, text) => {
  expect(lineFindings(text)).toEqual([]);
});

test.each([
  ["two sentences on a line", "One. Two.\n", '1: a second sentence begins with "Two."; write it on a line of its own'],
  ["two sentences in an item", "1. One. Two.\n", '1: a second sentence begins with "Two."; write it on a line of its own'],
  ["a sentence that begins with code", "One. `two` is next.\n", '1: a second sentence begins with "`two`"; write it on a line of its own'],
  ["a sentence in bold before another", "- **One.** Two.\n", '1: a second sentence begins with "Two."; write it on a line of its own'],
  ["a sentence over two lines", "One\nsentence.\n", "1: the sentence continues on the next line; write it on one line"],
  ["a quoted sentence over two lines", "> One\n> sentence.\n", "1: the sentence continues on the next line; write it on one line"],
  ["a long line", `${"a".repeat(LONGEST_LINE + 1)}\n`, `1: ${LONGEST_LINE + 1} characters; write shorter sentences, or a list`],
  ["a code block without a language", "```\na\n```\n", "1: the code block names no language"],
])("rejects %s", (_what, text, finding) => {
  expect(lineFindings(text)).toEqual([finding]);
});
