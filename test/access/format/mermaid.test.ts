import { expect, test } from "vitest";
import { toMermaid } from "../../../sdk/access/format/mermaid.ts";
import { changesOfAllKinds, sample } from "../sample.ts";

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

test("draws how accesses change: each change in its colour, and what may be outside the directory with a border", () => {
  expect(toMermaid(changesOfAllKinds).split("\n")).toEqual([
    "---",
    'title: "5 gained, 1 lost, 1 now in force, 2 unknown, 1 with a gap"',
    "---",
    "flowchart LR",
    '  s1{{"network<br/>rs-1"}}',
    '  s2{{"old<br/>rs-2"}}',
    '  s3{{"new"}}',
    '  r4["VSwitch<br/>vsw-1"]',
    '  r5["unknown<br/>unknown"]',
    '  r6["Image<br/>m-1"]',
    '  t7(["folder<br/>fd-1"])',
    '  t8(["folder<br/>fd-2"])',
    '  t9(["folder<br/>fd-3"])',
    '  t10(["target<br/>unknown"])',
    '  t11(["external account<br/>2000000000000001"])',
    '  t12(["2 possibly external accounts<br/>11<br/>12"])',
    '  t13(["service<br/>ipam.aliyuncs.com"])',
    '  t14(["directory<br/>rd-1"])',
    '  t15(["account<br/>13"])',
    '  t16(["account<br/>14"])',
    "  r4 --> s1",
    "  r4 --> s2",
    "  r4 --> s3",
    '  r4 -->|"ReadWrite"| s1',
    '  r5 -->|"unknown"| s1',
    "  r6 --> s1",
    "  s1 --> t7",
    "  s1 --> t8",
    "  s1 --> t9",
    "  s2 --> t9",
    "  s3 --> t10",
    "  s1 -.-> t11",
    "  s1 --> t12",
    "  s1 --> t13",
    "  s1 --> t14",
    "  s1 --> t15",
    "  s1 -.-> t16",
    '  legend["Left to right: resources, shares, targets.<br/>line without a name: default permission<br/>dashed line: pending<br/>red border: outside the resource directory<br/>orange border: possibly outside the resource directory<br/>grey line: changes in several ways<br/>red line: lost<br/>yellow line: not known yet<br/>green line: gained<br/>orange line: interrupted during the update"]',
    "  style legend fill:none,stroke-dasharray:2",
    "  linkStyle 3,5,11,12,13,14 stroke:#1e8e3e",
    "  linkStyle 1,8,9 stroke:#c0392b",
    "  linkStyle 2,4,10 stroke:#b7950b",
    "  linkStyle 7 stroke:#d35400",
    "  classDef external stroke:#c0392b,stroke-width:2px",
    "  class t11 external",
    "  classDef possibly-external stroke:#d35400,stroke-width:2px",
    "  class t12 possibly-external",
  ]);
});
