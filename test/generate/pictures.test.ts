import { expect, test } from "vitest";
import { terminalPicture } from "../../scripts/generate/pictures.mjs";

const picture = terminalPicture(["$ pulumi up", " +  share created", "    done", "$ resourceshare access"]);
const texts = Array.from(picture.matchAll(/<text [^>]*animation-delay:([\d.]+)s"[^>]*>([^<]*)</g), ([, delay, text]) => [
  Number(delay),
  text,
]);

test("shows the lines of a session one after another, with a pause at each command", () => {
  expect(texts).toEqual([
    [0, "$ pulumi up"],
    [1.2, "+"],
    [1.2, "share created"],
    [1.45, "done"],
    [2.65, "$ resourceshare access"],
  ]);
});

test("shows every line where the viewer wants no movement, or shows none", () => {
  // Only the animation hides a line, and only until its time.
  expect(picture.match(/opacity: 0/g)).toHaveLength(1);
  expect(picture).toContain("@media (prefers-reduced-motion: no-preference) { text { animation: appear 1ms backwards; } }");
});
