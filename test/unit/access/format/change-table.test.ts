import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { toChangeTable, toFindingTable } from "../../../../access/format/change-table.ts";
import { changesOfAllKinds, findingsOfAllLevels } from "../sample.ts";

const ofTwoStacks = changesOfAllKinds.map((change, index) => (index % 2 === 0 ? change : { ...change, stack: "shop/dev" }));

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
