import { expect, test } from "vitest";
import { toMermaid } from "../../../sdk/access/format/mermaid.ts";
import { sample } from "../sample.ts";

test("draws resources left of their shares, and shares left of their targets", () => {
  expect(toMermaid(sample)).toBe(
    [
      "flowchart LR",
      '  r1["VSwitch<br/>vsw-1"]',
      '  t2(["external account<br/>2000000000000001"])',
      '  s3{{"a#34;#93;#60;b#62;<br/>rs-1"}}',
      '  t4(["folder<br/>fd-1"])',
      '  r1 -->|"default"| s3',
      "  s3 -.-> t2",
      "  s3 --> t4",
      "  classDef external stroke:#c0392b,stroke-width:2px",
      "  class t2 external",
    ].join("\n"),
  );
});

test("omits unprintable characters from a picture, also as numbers", () => {
  const named = sample.map((access) => ({ ...access, shares: [{ name: "a\u202E\u200B\u001Bb", pending: false }] }));
  expect(toMermaid(named)).toContain('s3{{"a b"}}');
});
