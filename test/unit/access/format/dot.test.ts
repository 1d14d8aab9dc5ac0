import { expect, test } from "vitest";
import { toDot } from "../../../../access/format/dot.ts";
import { changesOfAllKinds, sample } from "../sample.ts";

test("quotes names in a DOT graph and dashes the lines of pending access", () => {
  const dot = toDot(sample, "1 share");
  expect(dot).toContain('s0 [label="a\\"]<b>\\nrs-1", shape=hexagon');
  expect(dot).toContain("s0 -> t0_0 [style=dashed];");
  expect(dot).toContain("r0_0 -> s0;");
});

test("draws each change in a DOT graph in its colour, and what to check with a border that shows without colours", () => {
  const dot = toDot(changesOfAllKinds, "1 share");
  expect(dot).toMatch(
    /t0_0 \[label="\+ gained\\nexternal account,\\npending\\ncan write\\n2000000000000001", .*color="#c0392b", penwidth=4, style="filled,dashed"\];/,
  );
  expect(dot).toContain('s0 -> t0_0 [style=dashed, color="#1e8e3e", penwidth=1.6];');
  expect(dot).toMatch(/t\d_\d \[label="\+ gained\\ndirectory\\nrd-1", .*color="#d35400", penwidth=2\];/);
  expect(dot).toMatch(/r(\d)_0 -> s\1 \[color="#c0392b", penwidth=1\.6\];/);
});
