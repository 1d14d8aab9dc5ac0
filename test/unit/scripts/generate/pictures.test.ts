import { expect, test } from "vitest";
import { commentPicture } from "../../../../scripts/generate/comment-picture.mjs";
import { terminalPicture } from "../../../../scripts/generate/pictures.mjs";

test("shows every line of a session at once", () => {
  const picture = terminalPicture(["$ pulumi up", " +  share created", "", "$ resourceshare access"]);
  expect(Array.from(picture.matchAll(/<text [^>]*>([^<]*)</g), ([, text]) => text)).toEqual([
    "$ pulumi up",
    "+",
    "share created",
    "$ resourceshare access",
  ]);
  expect(picture).not.toMatch(/animation|opacity/);
});

test("breaks a long paragraph between words, and never inside of a code span", () => {
  const picture = commentPicture([`${"word ".repeat(20)}\`a code span\` **strong words**`]);
  const lines = Array.from(picture.matchAll(/class="prose">(.*?)<\/text>/g), ([, line]) => line);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('<tspan class="code">a code span</tspan> <tspan class="strong">strong words</tspan>');
  expect(Number(/width="(\d+)"/.exec(picture)?.[1])).toBeLessThanOrEqual(838);
});
