import { expect, test } from "vitest";
import { toDot } from "../../../sdk/access/format/dot.ts";
import { sample } from "../sample.ts";

test("quotes names and dashes pending access", () => {
  const dot = toDot(sample);
  expect(dot).toContain('s1 [label="a\\"]<b>\\nrs-1", shape=hexagon');
  expect(dot).toContain("s1 -> t3 [style=dashed];");
  expect(dot).toContain("r2 -> s1;");
});

test("shows a name that spells a Graphviz escape unchanged", () => {
  expect(toDot(named("a&lt;&#60;b"))).toContain('label="a&amp;lt;&amp;#60;b\\nrs-1"');
});

test("omits unprintable characters from a picture", () => {
  expect(toDot(named("a\u001B[2J\u202E\nb"))).toContain('label="a [2J b\\nrs-1"');
});

function named(name: string) {
  return sample.map((access) => ({ ...access, shares: access.shares.map((share) => ({ ...share, name })) }));
}
