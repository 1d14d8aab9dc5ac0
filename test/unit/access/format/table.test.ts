import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { toTable } from "../../../../access/format/table.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { accessesOf } from "../builders.ts";
import { sample } from "../sample.ts";

test("aligns the columns of the table of access and ends lines without spaces", () => {
  expect(toTable(sample, { colours: false }).split("\n")).toEqual([
    "TARGET                               RESOURCE       PERMISSION  STATE     SHARES",
    '2000000000000001 (external account)  VSwitch vsw-1  default     pending   a"]<b> (rs-1)',
    'fd-1 (folder)                        VSwitch vsw-1  default     in force  a"]<b> (rs-1)',
  ]);
});

const ofLongNames = accessesOf({
  share: { name: "images-of-the-platform-team", id: "rs-000003" },
  permissions: { VSwitch: "AliyunRSPermissionVSwitchReadOnly" },
  resources: ["vsw-demo01", "vsw-demo02"],
  targets: ["1000000000000003", "1000000000000004"],
});

test("prints the table of access on a narrow terminal with the kind below the ids, and a name in several lines", () => {
  expect(toTable(ofLongNames, { colours: false, width: 80 }).split("\n")).toEqual([
    "TARGET              RESOURCE            PERMISSION  STATE     SHARES",
    "1000000000000003,   VSwitch             ReadOnly    in force  images-of-the-",
    "1000000000000004    vsw-demo01,                               platform-team",
    "(2 accounts)        vsw-demo02                                (rs-000003)",
  ]);
});

test("breaks no line of the table of access within `+ … more`, the number of omitted ids", () => {
  const many = accessesOf({
    share: { name: "network" },
    resources: Array.from({ length: 40 }, (_, index) => `vsw-demo${index + 10}`),
    targets: ["1000000000000003"],
  });
  for (let width = 60; width < 110; width += 1) {
    expect(toTable(many, { colours: false, width })).toMatch(/\+ \d+ more/);
  }
});

test("separates rows of several lines in the table of access by an empty line, and no others", () => {
  const two = [...ofLongNames, ...accessesOf({ share: { name: "x", id: "rs-1" } })];
  const linesOf = (width: number) => toTable(two, { colours: false, width }).split("\n");
  expect(linesOf(80)).toHaveLength(1 + 3 + 1 + 1);
  expect(linesOf(80)[4]).toBe("");
  expect(linesOf(200)).toHaveLength(3);
});

test.each([60, 80, 100, 120, 140])("fits the table of access into a terminal of %i columns, and breaks no id", (width) => {
  const wide = accessesOf({
    share: { name: "team-platform-shared-networking-production", id: "rs-000001" },
    permissions: { VSwitch: "AliyunRSPermissionVSwitchReadOnly" },
    resources: ["vsw-1", "vsw-2"],
    targets: ["2000000000000001", "2000000000000002"].map((id) => targetOf(id, null)),
    pending: ["vsw-1", "vsw-2"],
  });
  const table = stripVTControlCharacters(toTable(wide, { colours: true, width }));
  expect(table.split("\n").filter((line) => line.length > width)).toEqual([]);
  for (const text of ["2000000000000002", "vsw-2", "ReadOnly", "networking-", "production"]) expect(table).toContain(text);
});

test("shortens lists of ids in the table of access on a terminal only, and never those of a risky target", () => {
  const many = (prefix: string, isExternal: boolean) =>
    accessesOf({
      share: { name: "x" },
      resources: Array.from({ length: 9 }, (_, index) => `vsw-00000000${index}`),
      targets: Array.from({ length: 9 }, (_, index) => targetOf(`${prefix}00000000${index}`, isExternal)),
    });
  expect(toTable(many("1", false), { colours: false })).not.toContain(" more");
  const lines = toTable(many("1", false), { colours: false, width: 200 }).split("\n");
  expect(lines.slice(1)).toEqual([expect.stringContaining(" more"), "Some ids are left out: --expand groups lists each access."]);
  const onTerminal = toTable(many("2", true), { colours: false, width: 120 });
  expect(onTerminal.match(/200000000\d|vsw-00000000\d/g)).toHaveLength(18);
});

test("names the owner and the region in the table of access only where there are several", () => {
  const of = (account: string, region: string) =>
    sample.map((access) => ({ ...access, account, region, shares: [{ name: account + region, pending: false }] }));
  const titlesOf = (accesses: typeof sample) => toTable(accesses, { colours: false }).split("\n")[0];
  expect(titlesOf(of("1", "a"))).not.toContain("OWNER");
  expect(titlesOf([...of("1", "a"), ...of("2", "a")])).toMatch(/SHARES +OWNER$/);
  expect(toTable([...of("1", "a"), ...of("1", "b")], { colours: false })).toMatch(/ 1 in b$/m);
});
