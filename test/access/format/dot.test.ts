import { expect, test } from "vitest";
import { accessOf } from "../../../sdk/access/access.ts";
import { toDot } from "../../../sdk/access/format/dot.ts";
import { changesOfAllKinds, sample } from "../sample.ts";

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

test("draws a picture of no access without a legend", () => {
  expect(toDot([]).split("\n")).toHaveLength(6);
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

test("draws how accesses change: each change in its colour, and what may be outside the directory with a border", () => {
  expect(toDot(changesOfAllKinds).split("\n")).toEqual([
    "digraph access {",
    "  rankdir=LR;",
    '  graph [label="5 gained, 1 lost, 1 now in force, 2 unknown, 1 with a gap", labelloc=t, fontname="Helvetica, Arial, sans-serif", fontsize=13, ranksep=1.5];',
    '  node [fontname="Helvetica, Arial, sans-serif", fontsize=11, margin="0.2,0.06"];',
    '  edge [fontname="Helvetica, Arial, sans-serif", fontsize=9, color="#555555"];',
    '  s1 [label="network\\nrs-1", shape=hexagon, style=filled, fillcolor="#f4f4f4"];',
    '  s2 [label="old\\nrs-2", shape=hexagon, style=filled, fillcolor="#f4f4f4"];',
    '  s3 [label="new", shape=hexagon, style=filled, fillcolor="#f4f4f4"];',
    '  r4 [label="VSwitch\\nvsw-1", shape=box, style="rounded,filled", fillcolor="#eef3fb"];',
    '  r5 [label="unknown\\nunknown", shape=box, style="rounded,filled", fillcolor="#eef3fb"];',
    '  r6 [label="Image\\nm-1", shape=box, style="rounded,filled", fillcolor="#eef3fb"];',
    '  t7 [label="folder\\nfd-1", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t8 [label="folder\\nfd-2", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t9 [label="folder\\nfd-3", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t10 [label="target\\nunknown", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t11 [label="external account\\n2000000000000001", shape=box, style=filled, fillcolor="#fdecea", color="#c0392b", penwidth=2];',
    '  t12 [label="2 possibly external accounts\\n11\\n12", shape=box, style=filled, fillcolor="#fef5e7", color="#d35400", penwidth=2];',
    '  t13 [label="service\\nipam.aliyuncs.com", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t14 [label="directory\\nrd-1", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t15 [label="account\\n13", shape=box, style=filled, fillcolor="#edf7ed"];',
    '  t16 [label="account\\n14", shape=box, style=filled, fillcolor="#edf7ed"];',
    "  r4 -> s1;",
    '  r4 -> s2 [color="#c0392b", fontcolor="#c0392b", penwidth=1.6];',
    '  r4 -> s3 [color="#b7950b", fontcolor="#b7950b", penwidth=1.6];',
    '  r4 -> s1 [label="ReadWrite", color="#1e8e3e", fontcolor="#1e8e3e", penwidth=1.6];',
    '  r5 -> s1 [label="unknown", color="#b7950b", fontcolor="#b7950b", penwidth=1.6];',
    '  r6 -> s1 [color="#1e8e3e", fontcolor="#1e8e3e", penwidth=1.6];',
    "  s1 -> t7;",
    '  s1 -> t8 [color="#d35400", fontcolor="#d35400", penwidth=1.6];',
    '  s1 -> t9 [color="#c0392b", fontcolor="#c0392b", penwidth=1.6];',
    '  s2 -> t9 [color="#c0392b", fontcolor="#c0392b", penwidth=1.6];',
    '  s3 -> t10 [color="#b7950b", fontcolor="#b7950b", penwidth=1.6];',
    '  s1 -> t11 [style=dashed, color="#1e8e3e", fontcolor="#1e8e3e", penwidth=1.6];',
    '  s1 -> t12 [color="#1e8e3e", fontcolor="#1e8e3e", penwidth=1.6];',
    '  s1 -> t13 [color="#1e8e3e", fontcolor="#1e8e3e", penwidth=1.6];',
    '  s1 -> t14 [color="#1e8e3e", fontcolor="#1e8e3e", penwidth=1.6];',
    "  s1 -> t15;",
    "  s1 -> t16 [style=dashed];",
    '  legend [label="Left to right: resources, shares, targets.\\lline without a name: default permission\\ldashed line: pending\\lred border: outside the resource directory\\lorange border: possibly outside the resource directory\\lgrey line: changes in several ways\\lred line: lost\\lyellow line: not known yet\\lgreen line: gained\\lorange line: interrupted during the update\\l", shape=plaintext, fontcolor="#555555", fontsize=9];',
    "}",
  ]);
});

function named(name: string) {
  return sample.map((access) => ({ ...access, shares: access.shares.map((share) => ({ ...share, name })) }));
}
