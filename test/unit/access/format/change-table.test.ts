import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { toChangeTable, toFindingTable } from "../../../../access/format/change-table.ts";
import { toMarkdown } from "../../../../access/format/markdown.ts";
import { noPolicies } from "../../../../access/diff/policies/policy-findings.ts";
import { toTable } from "../../../../access/format/table.ts";
import { changesOfAllKinds, findingsOfAllLevels, sample } from "../sample.ts";

const ofTwoStacks = changesOfAllKinds.map((change, index) => (index % 2 === 0 ? change : { ...change, stack: "shop/dev" }));

test("lists gained access first and kept access last, with what is pending, interrupted or has come into force", () => {
  expect(toChangeTable(changesOfAllKinds, { colours: false }).split("\n")).toEqual([
    "CHANGE      TARGET             KIND                          RESOURCE  TYPE     PERMISSION                          NOTE     SHARES",
    "+ gained    2000000000000001   external account              vsw-1     VSwitch  AliyunRSPermissionVSwitchReadWrite  pending  network (rs-1)",
    "+ gained    11, 12             2 possibly external accounts  m-1       Image    default                                      network (rs-1)",
    "+ gained    ipam.aliyuncs.com  service                       vsw-1     VSwitch  default                                      network (rs-1)",
    "+ gained    rd-1               directory                     vsw-1     VSwitch  default                                      network (rs-1)",
    "- lost      fd-3               folder                        vsw-1     VSwitch  default                                      network (rs-1), old (rs-2)",
    "  kept      fd-2               folder                        vsw-1     VSwitch  default                             gap      network (rs-1)",
    "? unknown   unknown            target                        vsw-1     VSwitch  default                                      new",
    "? unknown   fd-1               folder                        unknown   unknown  unknown                                      network (rs-1)",
    "  kept      fd-1               folder                        vsw-1     VSwitch  default                                      network (rs-1)",
    "~ in force  13                 account                       vsw-1     VSwitch  default                                      network (rs-1)",
    "~ pending   14                 account                       vsw-1     VSwitch  default                                      network (rs-1)",
  ]);
});

test("lists each change once, in the order of the Markdown, also one that is gained and interrupted", () => {
  const changes = changesOfAllKinds.map((change) => (change.change === "gained" ? { ...change, gap: true } : change));
  const markdown = toMarkdown({ changes, remarks: [], unknownTargetShares: [], policies: noPolicies, isIncomplete: false });
  const counts = Array.from(markdown.matchAll(/<summary>(\w+) .*: (\d+)/g), ([, title, count]) => `${title} ${count}`);
  expect(counts).toEqual(["Gains 5", "Loses 1", "Has 1", "Cannot 2", "Keeps 3"]);
  const lines = toChangeTable(changes, { colours: false, isExpanded: true }).split("\n").slice(1);
  const sections = lines.map((line) =>
    / kept .* gap /.test(line) ? "gap" : (/gained|lost|unknown/.exec(line.slice(0, 10))?.[0] ?? "kept"),
  );
  const times = (section: string, count: number) => Array.from({ length: count }, () => section);
  expect(sections).toEqual([...times("gained", 5), "lost", "gap", ...times("unknown", 2), ...times("kept", 3)]);
});

test("names the stack of each change, and joins cells on a narrow terminal", () => {
  expect(toChangeTable(ofTwoStacks.slice(5), { colours: false, width: 90 }).split("\n")).toEqual([
    "STACK     CHANGE          TARGET             RESOURCE       PERMISSION      SHARES",
    "shop/dev  + gained        2000000000000001   VSwitch vsw-1  Aliyun          network (rs-1)",
    "          pending         (external                         RSPermission",
    "                          account)                          VSwitchRead",
    "                                                            Write",
    "          + gained        11 (possibly       Image m-1      default         network (rs-1)",
    "                          external account)",
    "shop/dev  + gained        12 (possibly       Image m-1      default         network (rs-1)",
    "                          external account)",
    "          + gained        ipam.aliyuncs.com  VSwitch vsw-1  default         network (rs-1)",
    "                          (service)",
    "shop/dev  + gained        rd-1 (directory)   VSwitch vsw-1  default         network (rs-1)",
    "          ~ in force      13 (account)       VSwitch vsw-1  default         network (rs-1)",
    "shop/dev  ~ pending       14 (account)       VSwitch vsw-1  default         network (rs-1)",
  ]);
});

test("lists each access on a line of its own when groups are expanded", () => {
  const lines = (isExpanded: boolean) => toChangeTable(changesOfAllKinds, { colours: false, isExpanded }).split("\n");
  expect(lines(true)).toHaveLength(changesOfAllKinds.length + 1);
  expect(lines(false)).toHaveLength(changesOfAllKinds.length);
  expect(lines(true).filter((line) => /^\+ gained {4}1[12] +possibly external account +m-1 +Image /.test(line))).toHaveLength(2);
});

test("lists the findings of policies with their resources", () => {
  expect(toFindingTable({ packs: [], findings: findingsOfAllLevels, isRefused: false }, { colours: false }).split("\n")).toEqual([
    "LEVEL      POLICY            RESOURCE               FINDING",
    "mandatory  external-targets  ResourceShare network  2000000000000001 is outside the directory",
    "advisory   naming            the stack              no name",
    "fixed      required-tags     ResourceShare network  The policy changes tags.",
  ]);
});

const [bold, dim, red, green, yellow] = ["1", "2", "31", "32", "33"];

/** The cells of a table that have a style, with the number of that style. */
const styledCells = (table: string) =>
  table.split("\u001B[").flatMap((piece) => {
    const [, style, text] = /^(1|2|3\d)m(.+)$/.exec(piece) ?? [];
    return style === undefined || style === "39" ? [] : [[style, text]];
  });

test("shows on a terminal what is gained, lost, unknown and interrupted in its own colour", () => {
  const table = toChangeTable(changesOfAllKinds, { colours: true });
  expect(stripVTControlCharacters(table)).toBe(toChangeTable(changesOfAllKinds, { colours: false }));
  const cells = styledCells(table);
  for (const cell of [
    [bold, "CHANGE"],
    [green, "+ gained"],
    [red, "- lost"],
    [yellow, "? unknown"],
    [dim, "  kept"],
    [green, "~ in force"],
    [yellow, "~ pending"],
    [red, "gap"],
    [yellow, "2000000000000001"],
    [yellow, "external account"],
    [yellow, "rd-1"],
  ])
    expect(cells).toContainEqual(cell);
  expect(cells.map(([, text]) => text)).not.toContain("fd-3");
});

test("shows on a terminal the level of each finding in its own colour", () => {
  const table = toFindingTable({ packs: [], findings: findingsOfAllLevels, isRefused: false }, { colours: true });
  expect(styledCells(table).slice(-3)).toEqual([
    [red, "mandatory"],
    [yellow, "advisory"],
    [green, "fixed"],
  ]);
});

test("shows on a narrow terminal what is outside the directory, and a whole directory", () => {
  const table = toTable(changesOfAllKinds, { colours: true, width: 60 });
  const yellowCells = styledCells(table).flatMap(([style, text]) => (style === yellow ? [text] : []));
  expect(yellowCells.join(" ")).toMatch(/2000000000000001.*11.*12.*rd-1/);
  expect(yellowCells.join(" ")).not.toMatch(/fd-\d/);
});

test("shows on a terminal what is pending, and what is outside the directory", () => {
  expect(styledCells(toTable(sample, { colours: true })).slice(7)).toEqual([
    [yellow, "2000000000000001"],
    [yellow, "external account"],
    [dim, "pending"],
    [green, "in force"],
  ]);
});
