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
