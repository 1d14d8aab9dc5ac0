import { expect, test } from "vitest";
import { toMermaid } from "../../../../access/format/mermaid.ts";
import { changesOfAllKinds, sample } from "../sample.ts";

test("draws resources left of their shares, and shares left of their targets", () => {
  expect(toMermaid(sample)).toBe(
    [
      "---",
      'title: "2 targets can use 1 resource through 1 share; 1 target outside the resource directory; 1 of 2 still pending."',
      "---",
      "flowchart LR",
      '  s0{{"a#34;#93;#60;b#62;<br/>rs-1"}}',
      '  r0_0["VSwitch<br/>vsw-1"] --> s0',
      '  s0 -.-> t0_0(["external account<br/>2000000000000001"])',
      '  s0 --> t0_1(["folder<br/>fd-1"])',
      '  legend["resources on the left, targets on the right<br/>dashed line: pending<br/>red, double border: outside the resource directory"]',
      "  style legend fill:none,stroke-dasharray:2",
      "  classDef outside stroke:#c0392b,stroke-width:4px",
      "  class t0_0 outside",
    ].join("\n"),
  );
});

test("omits unprintable characters from a picture, also as numbers", () => {
  const named = sample.map((access) => ({ ...access, shares: [{ name: "a\u202E\u200B\u001Bb", pending: false }] }));
  expect(toMermaid(named)).toContain('s0{{"a b"}}');
});

test("draws how accesses change: each change in its colour, and what to check with a border", () => {
  const lines = toMermaid(changesOfAllKinds).split("\n");
  expect(lines.filter((line) => / (?:linkStyle|class|classDef) /.test(line))).toEqual([
    "  linkStyle 0,1,4,5,6,7 stroke:#1e8e3e",
    "  linkStyle 3,15,16 stroke:#b7950b",
    "  linkStyle 8 stroke:#d35400",
    "  linkStyle 10,13,14 stroke:#c0392b",
    "  classDef outside stroke:#c0392b,stroke-width:4px",
    "  class t0_0 outside",
    "  classDef check stroke:#d35400,stroke-width:2px",
    "  class r0_0,t0_1,t0_2,t0_3 check",
  ]);
  expect(lines).toContain('  s0 -.-> t0_0(["#43; gained: external account<br/>2000000000000001"])');
});
