import { expect, test } from "vitest";
import { accessOf } from "../../../sdk/access/access.ts";
import { pictureOf } from "../../../sdk/access/format/picture.ts";
import { targetOf } from "../../../sdk/access/share-snapshot.ts";

const share = (number: number, resources: number, targets: readonly string[], permission?: string) => ({
  share: { name: `team-${number}`, id: `rs-${number}` },
  account: "1",
  resources: Array.from({ length: resources }, (_, index) => ({
    entity: { type: "VSwitch", id: `vsw-${number}-${index}` },
    pending: false,
  })),
  targets: targets.map((id) => ({ entity: targetOf(id, id.startsWith("2")), pending: id.startsWith("2") })),
  permissions: new Map(permission === undefined ? [] : [["VSwitch", permission]]),
});
const accounts = Array.from({ length: 12 }, (_, index) => `10${index + 10}`);

test("draws 360 accesses through one share as three nodes", () => {
  const { nodes, edges, title } = pictureOf(accessOf([share(1, 30, accounts)]));
  expect(nodes.map(({ lines }) => lines)).toEqual([
    ["team-1", "rs-1"],
    ["30 × VSwitch", "vsw-1-0", "vsw-1-1", "vsw-1-10", "and 27 more"],
    ["12 accounts", "1010", "1011", "1012", "and 9 more"],
  ]);
  expect(edges).toHaveLength(2);
  expect(title).toBe("12 targets can use 30 resources through 1 share.");
});

test("names no default permission on a line, and others without what the type says already", () => {
  const drawn = pictureOf(
    accessOf([share(1, 1, ["fd-1"]), share(2, 1, ["fd-1"], "AliyunRSPermissionVSwitchReadOnly"), share(3, 1, ["fd-1"], "mine")]),
  );
  expect(drawn.edges.flatMap(({ label }) => label ?? [])).toEqual(["ReadOnly", "mine"]);
  expect(drawn.legend).toContain("line without a name: default permission");
});

test("draws targets outside the directory and pending access apart, and explains both", () => {
  const { nodes, legend } = pictureOf(accessOf([share(1, 1, ["1010", "2000", "2001"])]));
  expect(nodes.filter(({ shape }) => shape === "external").map(({ lines }) => lines)).toEqual([["2 external accounts", "2000", "2001"]]);
  expect(legend).toEqual(expect.arrayContaining(["dashed line: pending", "red border: outside the resource directory"]));
});

test("draws shares with targets outside the directory first when not all fit, and reports what it leaves out", () => {
  const shares = Array.from({ length: 300 }, (_, number) => share(number, 1, [`3${number}`, ...(number === 299 ? ["2000"] : [])]));
  const { nodes, legend } = pictureOf(accessOf(shares));
  expect(nodes.length).toBeLessThanOrEqual(70);
  const drawn = nodes.filter(({ shape }) => shape === "share").map(({ lines }) => lines[0]);
  expect(drawn).toContain("team-299");
  expect(legend.at(-1)).toMatch(new RegExp(`^Left out: \\d+ accesses of ${300 - drawn.length} more shares\\.`));
});

test("keeps the picture of no access empty", () => {
  expect(pictureOf([])).toEqual({ nodes: [], edges: [], title: "No target has access through shares.", legend: [] });
});
