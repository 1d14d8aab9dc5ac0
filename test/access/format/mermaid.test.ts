import { expect, test } from "vitest";
import { toMermaid } from "../../../sdk/access/format/mermaid.ts";
import { sample } from "../sample.ts";

test("draws resources left of their shares, and shares left of their targets", () => {
  expect(toMermaid(sample)).toBe(
    [
      "---",
      'title: "2 targets can use 1 resource through 1 share; 1 target outside the resource directory; 1 of 2 still pending."',
      "---",
      "flowchart LR",
      '  s1{{"a#34;#93;#60;b#62;<br/>rs-1"}}',
      '  r2["VSwitch<br/>vsw-1"]',
      '  t3(["external account<br/>2000000000000001"])',
      '  t4(["folder<br/>fd-1"])',
      "  r2 --> s1",
      "  s1 -.-> t3",
      "  s1 --> t4",
      '  legend["Left to right: resources, shares, targets.<br/>line without a name: default permission<br/>dashed line: pending<br/>red border: outside the resource directory"]',
      "  style legend fill:none,stroke-dasharray:2",
      "  classDef external stroke:#c0392b,stroke-width:2px",
      "  class t3 external",
    ].join("\n"),
  );
});

test("omits unprintable characters from a picture, also as numbers", () => {
  const named = sample.map((access) => ({ ...access, shares: [{ name: "a\u202E\u200B\u001Bb", pending: false }] }));
  expect(toMermaid(named)).toContain('s1{{"a b"}}');
});
