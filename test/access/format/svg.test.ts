import { expect, test } from "vitest";
import { toSvg } from "../../../sdk/access/format/svg.ts";
import { sample } from "../sample.ts";

test("the picture holds every name, with what XML reads as its own escaped", async () => {
  const svg = await toSvg(sample);
  expect(svg).toMatch(/^<\?xml/);
  expect(svg).toContain("vsw-1");
  expect(svg).toContain("a&quot;]&lt;b&gt;");
  expect(svg).toContain("stroke-dasharray");
});

test("nothing to show is a picture all the same", async () => {
  expect(await toSvg([])).toContain("<svg");
});

test("a name that spells a character is shown as it is spelt", async () => {
  const named = sample.map((access) => ({ ...access, shares: [{ name: "a&lt;b&#38;", pending: false }] }));
  expect(await toSvg(named)).toContain("a&amp;lt;b&amp;#38;");
});
