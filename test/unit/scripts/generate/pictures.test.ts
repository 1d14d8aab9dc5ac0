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

test("leaves room for the widest letters of a column before the next one", () => {
  const cell = "**2000000000000001**";
  const picture = commentPicture(["| target | resource |", "|---|---|", `| ${cell} | VSwitch |`]);
  const [target, resource] = Array.from(picture.matchAll(/<text x="(\d+)"[^>]* class="cell">/g), ([, x]) => Number(x)).slice(2);
  // DejaVu Sans Bold, one of the widest fonts of a browser, needs 8.4 pixels for a letter of 14 pixels.
  expect((resource ?? 0) - (target ?? 0)).toBeGreaterThan(16 * 8.4 + 10);
});

test("breaks a long cell between words", () => {
  const picture = commentPicture(["| target |", "|---|", "| `2000000000000001` **external account** |"]);
  const cells = Array.from(picture.matchAll(/class="cell">(.*?)<\/text>/g), ([, line]) => line);
  expect(cells.slice(1)).toEqual(['<tspan class="code">2000000000000001</tspan>', '<tspan class="strong">external account</tspan>']);
});

test("breaks a long paragraph between words, and never inside of a code span", () => {
  const picture = commentPicture([`${"word ".repeat(20)}\`a code span\` **strong words**`]);
  const lines = Array.from(picture.matchAll(/class="prose">(.*?)<\/text>/g), ([, line]) => line);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('<tspan class="code">a code span</tspan> <tspan class="strong">strong words</tspan>');
  expect(Number(/width="(\d+)"/.exec(picture)?.[1])).toBeLessThanOrEqual(838);
});
