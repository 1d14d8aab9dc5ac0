import { expect, test } from "vitest";
import { accessOf } from "../../../sdk/access/access.ts";
import { pictureOf } from "../../../sdk/access/format/picture.ts";
import { targetOf } from "../../../sdk/access/share-snapshot.ts";
import { changesOfAllKinds } from "../sample.ts";

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
  const whole = pictureOf(
    accessOf([share(1, 1, ["fd-1"], "AliyunRSPermissionVSwitch"), share(2, 1, ["fd-1"], "AliyunRSDefaultPermissionVSwitch")]),
  );
  expect(whole.edges.flatMap(({ label }) => label ?? [])).toEqual(["AliyunRSPermissionVSwitch"]);
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

// Each share with one resource and one target of its own needs three nodes.
test.each([
  [23, 69, 0],
  [24, 69, 1],
  [100, 69, 77],
])("draws of %i shares as many as fit 70 nodes: %i nodes, without %i shares", (count, nodeCount, omitted) => {
  const shares = Array.from({ length: count }, (_, number) => share(number, 1, [`3${number}`]));
  const { nodes, legend } = pictureOf(accessOf(shares));
  expect(nodes).toHaveLength(nodeCount);
  expect(legend.filter((line) => line.startsWith("Left out"))).toEqual(
    omitted === 0 ? [] : [`Left out: ${omitted} accesses of ${omitted} more shares. --share NAME draws a part.`],
  );
});

test("draws a picture of exactly 70 nodes whole", () => {
  const shares = Array.from({ length: 23 }, (_, number) => share(number, 1, [`3${number}`]));
  const image = { entity: { type: "Image", id: "m-1" }, pending: false };
  const { nodes, legend } = pictureOf(
    accessOf(shares.map((one, index) => (index === 0 ? { ...one, resources: [...one.resources, image] } : one))),
  );
  expect([nodes.length, legend.filter((line) => line.startsWith("Left out"))]).toEqual([70, []]);
});

test("draws shares with services first when not all fit, because services are outside every directory", () => {
  const shares = Array.from({ length: 100 }, (_, number) => share(number, 1, [number === 99 ? "ros.aliyuncs.com" : `3${number}`]));
  expect(pictureOf(accessOf(shares)).nodes.map(({ lines }) => lines[0])).toContain("team-99");
});

test("draws one share even when it alone has more nodes than fit", () => {
  const types = Array.from({ length: 80 }, (_, index) => ({ entity: { type: `Type${index}`, id: "a" }, pending: false }));
  const { nodes, legend } = pictureOf(accessOf([{ ...share(1, 1, ["fd-1"]), resources: types }]));
  expect(nodes).toHaveLength(82);
  expect(legend.join()).not.toContain("Left out");
});

test.each<[title: string, changes: typeof changesOfAllKinds]>([
  ["5 gained, 1 lost, 1 now in force, 2 unknown, 1 with a gap", changesOfAllKinds],
  ["0 gained, 1 lost", changesOfAllKinds.filter(({ change }) => change === "lost")],
  ["0 gained, 0 lost", changesOfAllKinds.slice(0, 1)],
])("has the title %s", (title, changes) => {
  expect(pictureOf(changes).title).toBe(title);
});

test("explains only what the picture shows", () => {
  expect(pictureOf(changesOfAllKinds.slice(0, 1)).legend).toEqual([
    "Left to right: resources, shares, targets.",
    "line without a name: default permission",
  ]);
  expect(pictureOf(accessOf([share(1, 1, ["fd-1"], "mine")])).legend).toEqual(["Left to right: resources, shares, targets."]);
});

test("joins accesses of one line: pending only when all are, and mixed when they change in several ways", () => {
  const [kept] = changesOfAllKinds;
  if (kept === undefined) throw new Error("there is no sample");
  const pending = kept.shares.map((one) => ({ ...one, pending: true }));
  const other = { ...kept, resource: { type: "Image", id: "m-1" }, change: "gained" as const };
  const edgeOf = (...changes: readonly (typeof kept)[]) => pictureOf(changes).edges.at(-1);
  expect(edgeOf({ ...kept, shares: pending })).toMatchObject({ pending: true, change: "kept" });
  expect(edgeOf({ ...kept, shares: pending }, other)).toMatchObject({ pending: false, change: "mixed" });
  expect(edgeOf(other, { ...other, resource: kept.resource })).toMatchObject({ pending: false, change: "gained" });
});
