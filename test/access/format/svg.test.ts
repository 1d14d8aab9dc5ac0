import { expect, test } from "vitest";
import { toSvg } from "../../../sdk/access/format/svg.ts";
import { sample } from "../sample.ts";

test("shows every name and escapes XML characters", async () => {
  const svg = await toSvg(sample);
  expect(svg).toMatch(/^<\?xml/);
  expect(svg).toContain("vsw-1");
  expect(svg).toContain("a&quot;]&lt;b&gt;");
  expect(svg).toContain("stroke-dasharray");
});

test("draws a picture of no access, too", async () => {
  expect(await toSvg([])).toContain("<svg");
});

test("shows a name that spells a character reference unchanged", async () => {
  const named = sample.map((access) => ({ ...access, shares: [{ name: "a&lt;b&#38;", pending: false }] }));
  expect(await toSvg(named)).toContain("a&amp;lt;b&amp;#38;");
});
