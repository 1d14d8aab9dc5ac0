import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { toChangeTable, toFindingTable } from "../../../../access/format/change-table.ts";
import { changesOfAllKinds, changesOfPermission, changesOfProperty, findingsOfAllLevels } from "../sample.ts";

const ofTwoStacks = changesOfAllKinds.map((change, index) => (index % 2 === 0 ? change : { ...change, stack: "shop/dev" }));

test("names each stack in the table of changes, and wraps cells between words, but not in a label or in a change's name", () => {
  expect(toChangeTable(ofTwoStacks.slice(5, 7), { colours: false, width: 100 }).split("\n")).toEqual([
    "STACK     CHANGE            TARGET                         RESOURCE       PERMISSION  SHARES",
    "shop/dev  + gained pending  2000000000000001               VSwitch vsw-1  ReadWrite   network (rs-1)",
    "                            (external account)",
    "",
    "          + gained          11                             Image m-1      default     network (rs-1)",
    "                            (possibly external account)",
  ]);
});

test("does not call a lost access pending in the table of changes: the state of its share may be older than the acceptance", () => {
  const lost = changesOfAllKinds.slice(5, 6).map((change) => ({ ...change, change: "lost" as const, pending: true }));
  expect(toChangeTable(lost, { colours: false, width: 100 })).toMatch(/- lost {2,}2000/);
});

test("omits what a type shows from its permission in the table of changes", () => {
  const [old, now] = ["ReadOnly", "ReadWrite"].map((name) => `AliyunRSPermissionVSwitch${name}`);
  const changed = changesOfPermission.slice(0, 1).map((change) => ({ ...change, oldPermission: old, permission: now ?? "" }));
  expect(toChangeTable(changed, { colours: false, width: 100 })).toContain("  ReadOnly → ReadWrite  ");
});

test("prints each change as a record when the terminal is too narrow for a table of changes", () => {
  expect(toChangeTable([...ofTwoStacks.slice(5, 6), ...ofTwoStacks.slice(0, 1)], { colours: false, width: 60 }).split("\n")).toEqual([
    "STACK       shop/dev",
    "CHANGE      + gained pending",
    "TARGET      2000000000000001 (external account)",
    "RESOURCE    VSwitch vsw-1",
    "PERMISSION  ReadWrite",
    "SHARES      network (rs-1)",
    "",
    "CHANGE      kept",
    "TARGET      fd-1 (folder)",
    "RESOURCE    VSwitch vsw-1",
    "PERMISSION  default",
    "SHARES      network (rs-1)",
  ]);
});

test("lists what to check first in the table of changes, and a changed permission or property as one row", () => {
  const rows = toChangeTable([...changesOfAllKinds, ...changesOfPermission, ...changesOfProperty], { colours: false })
    .split("\n")
    .slice(1);
  const toCheck = ["+ gained pending", "+ gained", "~ changed", "+ gained", "~ changed", "+ gained", "  kept gap", "- lost"];
  const others = ["~ changed", "~ in force", "~ pending", "? unknown", "? unknown", "  kept"];
  expect(rows.map((row) => /^..(?:\w+ )*\w+/.exec(row)?.[0])).toEqual([...toCheck, ...others]);
  expect(rows[2]).toContain(
    'ipam.aliyuncs.com no property → {"hours":"8-9"} (service)  IpamPool pool-1 {"cidr":"10.0.0.0/8"} → no property',
  );
  expect(rows[4]).toMatch(/VSwitch vsw-1 +ReadOnly → ReadWrite /);
});

test("lists the findings of policies with their resources below the table of changes", () => {
  expect(toFindingTable({ packs: [], findings: findingsOfAllLevels, refused: false }, { colours: false }).split("\n")).toEqual([
    "LEVEL      POLICY            RESOURCE               FINDING",
    "mandatory  external-targets  ResourceShare network  2000000000000001 is outside the directory",
    "advisory   naming            the stack              no name",
    "fixed      required-tags     ResourceShare network  The policy changes tags.",
  ]);
});

test("names the stack of each finding of policies in the table of several stacks", () => {
  const [finding] = findingsOfAllLevels;
  const findings = [finding].flatMap((one) => (one === undefined ? [] : [one, { ...one, stack: "shop/dev" }]));
  const lines = toFindingTable({ packs: [], findings, refused: false }, { colours: false }).split("\n");
  expect(lines.map((line) => line.slice(0, 19))).toEqual(["STACK     LEVEL    ", "          mandatory", "shop/dev  mandatory"]);
});

const [bold, dim, red, green, yellow] = ["1", "2", "31", "32", "33"];

/** The cells of a table that have a style, with the number of that style. */
const styledCells = (table: string) =>
  table.split("\u001B[").flatMap((piece) => {
    const [, style, text] = /^(1|2|3\d)m(.+)$/.exec(piece) ?? [];
    return style === undefined || style === "39" ? [] : [[style, text]];
  });

test("shows gained, lost, unknown and interrupted access on a terminal, each in its own colour", () => {
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
    [red, "  kept gap"],
    [red, "2000000000000001 (external account)"],
    [yellow, "rd-1 (directory)"],
  ])
    expect(cells).toContainEqual(cell);
  expect(cells.map(([, text]) => text)).not.toContain("fd-3 (folder)");
});
