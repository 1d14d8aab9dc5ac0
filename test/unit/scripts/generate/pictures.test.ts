import { expect, test } from "vitest";
import { commentPicture } from "../../../../scripts/generate/comment-picture.mjs";
import { narrowTable, terminalPicture } from "../../../../scripts/generate/pictures.mjs";
import { columns } from "../../../../access/format/text-columns.ts";
import { toTable } from "../../../../access/format/table.ts";

test("shows every line of a session at once", () => {
  const picture = terminalPicture(["$ pulumi up", " +  share created", "", "$ resourceshare access"]);
  expect(Array.from(picture.matchAll(/<text [^>]*>([^<]*)</g), ([, text]) => text)).toEqual([
    "$ pulumi up",
    "+",
    "share created",
    "$ resourceshare access",
  ]);
  expect(picture).not.toMatch(/animation|opacity/);
});

test("shows the table that the command prints on a terminal of this width", () => {
  const shares = [{ name: "network", id: "rs-000001", pending: false }];
  const accesses = ["1000000000000002", "1000000000000003"].map((id) => ({
    ...{ target: { kind: "Account" as const, id, external: false }, resource: { type: "VSwitch", id: "vsw-1" } },
    ...{ permission: "AliyunRSDefaultPermissionVSwitch", pending: false, shares, account: undefined, region: undefined },
  }));
  const around = (table: string) => ["$ resourceshare access", ...table.split("\n"), "2 targets can use 1 resource through 1 share."];
  const wide = around(toTable(accesses, { colours: false, isExpanded: true }));
  const narrow = around(toTable(accesses, { colours: false, isExpanded: true, width: 70 }));
  expect(narrow.length).toBeGreaterThan(wide.length);
  expect(narrowTable(wide, columns, 70)).toEqual(narrow);
});

test("breaks a long paragraph between words, and never inside of a code span", () => {
  const picture = commentPicture([`${"word ".repeat(20)}\`a code span\` **strong words**`]);
  const lines = Array.from(picture.matchAll(/class="prose">(.*?)<\/text>/g), ([, line]) => line);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('<tspan class="code">a code span</tspan> <tspan class="strong">strong words</tspan>');
  expect(Number(/width="(\d+)"/.exec(picture)?.[1])).toBeLessThanOrEqual(838);
});
