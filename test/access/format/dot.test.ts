import { expect, test } from "vitest";
import { accessOf } from "../../../sdk/access/access.ts";
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

test("draws many lines straight and between the sides of nodes, so that each can be followed", () => {
  const entity = (id: string) => ({ entity: { id, kind: "Account", external: false } as const, pending: false });
  // No two targets have the same access, so that no two are one node.
  const shares = Array.from({ length: 8 }, (_, share) => ({
    share: { name: `s${share}`, id: `rs-${share}` },
    account: "1",
    resources: [{ entity: { type: "VSwitch", id: `vsw-${share}` }, pending: false }],
    targets: Array.from({ length: 8 }, (_unused, target) => entity(`100${target}`)).filter((_target, target) => target !== share),
    permissions: new Map(),
  }));
  expect(toDot(accessOf(shares))).toMatch(/splines=line, ranksep=4[^]*tailport=e, headport=w/);
  expect(toDot(sample)).not.toContain("splines");
});

function named(name: string) {
  return sample.map((access) => ({ ...access, shares: access.shares.map((share) => ({ ...share, name })) }));
}
