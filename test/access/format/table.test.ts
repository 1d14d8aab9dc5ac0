import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { accessOf } from "../../../sdk/access/access.ts";
import { toTable } from "../../../sdk/access/format/table.ts";
import { sample } from "../sample.ts";

test("aligns columns and ends lines without spaces", () => {
  expect(toTable(sample, false).split("\n")).toEqual([
    "TARGET            KIND              RESOURCE  TYPE     PERMISSION  STATE     SHARES",
    '2000000000000001  external account  vsw-1     VSwitch  default     pending   a"]<b> (rs-1)',
    'fd-1              folder            vsw-1     VSwitch  default     in force  a"]<b> (rs-1)',
  ]);
});

test("changes nothing except colours when colours are on", () => {
  const coloured = toTable(sample, true);
  expect(coloured).toContain("\u001B[");
  expect(stripVTControlCharacters(coloured)).toBe(toTable(sample, false));
});

test("counts two columns for each character of a Chinese name", () => {
  const rows = toTable(
    accessOf([
      {
        share: { name: "x" },
        account: "1",
        permissions: new Map([["VSwitch", "共享"]]),
        resources: [{ entity: { type: "VSwitch", id: "v" }, pending: false }],
        targets: [{ entity: { id: "fd-1", kind: "Folder", external: false }, pending: false }],
      },
    ]),
    false,
  ).split("\n");
  expect(rows[1]).toBe("fd-1    folder  v         VSwitch  共享        in force  x");
});

test("writes each cell on one line and moves no cursor", () => {
  const named = sample.map((access) => ({ ...access, shares: [{ name: "a\u001B[2J\n\u202Eb", pending: false }] }));
  expect(toTable(named, false).split("\n")[1]).toMatch(/ {3}a \[2J b$/);
});
