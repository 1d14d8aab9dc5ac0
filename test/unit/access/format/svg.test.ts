import { expect, test } from "vitest";
import { toSvg } from "../../../../access/format/svg.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { accessesOf, changesOf } from "../builders.ts";
import { changesOfAllKinds, sample } from "../sample.ts";

test("shows every name in the SVG picture and escapes XML characters", () => {
  const svg = toSvg(sample, "1 share");
  expect(svg).toMatch(/^<svg xmlns=/);
  expect(svg).toContain("vsw-1");
  expect(svg).toContain("a&quot;]&lt;b&gt;");
});

test("explains each border and line of the SVG picture below its counts, beside a sample", () => {
  const svg = toSvg(changesOfAllKinds, "3 shares");
  const samples = [
    ...svg.matchAll(
      /(?:<path class="line (\w+)" d="M[\d.]+ [\d.]+h22"\/>|<rect class="target (\w+)"[^>]*width="22"[^>]*>)<text [^>]*>([^<]*)/g,
    ),
  ];
  expect(samples.map(([, line, border, text]) => `${line ?? border ?? ""}: ${text ?? ""}`)).toEqual([
    ...["gained: + gained", "lost: − lost", "gap: ! interrupted", "unknown: ? not known yet", "pending: pending"],
    ...["outside: outside the resource directory", "check: to check, as named in the box"],
  ]);
  expect(svg.match(/<path class="line gained pending"/g)).toHaveLength(1);
});

test("draws what is outside the directory with its own border in the SVG picture, and has colours for the dark mode", () => {
  const svg = toSvg(sample, "1 share");
  // With the sample of the legend.
  expect(svg.match(/<rect class="target outside[ "]/g)).toHaveLength(2);
  expect(svg.match(/<rect class="target"/g)).toHaveLength(1);
  expect(svg).toMatch(/background:#ffffff;background:light-dark\(#ffffff,#\w+\)/);
});

const manyShares = sample.flatMap((access) =>
  Array.from({ length: 12 }, (_, index) => ({ ...access, shares: [{ id: `rs-${index}`, name: `share ${index}`, pending: false }] })),
);

test.each([
  { name: "one share", accesses: sample, columns: 1 },
  { name: "shares of several parts", accesses: changesOfAllKinds, columns: 2 },
  { name: "many shares", accesses: manyShares, columns: 2 },
  { name: "many shares on a phone", accesses: manyShares, room: 372, columns: 1 },
])("draws the boxes of the SVG picture without overlap, and all within its bounds: $name", ({ accesses, room, columns }) => {
  const svg = toSvg(accesses, "all shares", room);
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  const boxes = [...svg.matchAll(/<rect class="[^"]*" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)]
    .map(([, ...numbers]) => numbers.map(Number))
    .flatMap(([x = 0, y = 0, w = 0, h = 0]) => [{ x, y, right: x + w, bottom: y + h }]);
  expect(new Set([...svg.matchAll(/<rect class="share" x="([\d.]+)"/g)].map(([, x]) => x)).size).toBe(columns);
  expect(boxes.filter(({ right, bottom }) => right > (width ?? 0) || bottom > (height ?? 0))).toEqual([]);
  const overlapping = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).filter(({ x, y, right, bottom }) => one.x < right && x < one.right && one.y < bottom && y < one.bottom),
  );
  expect(overlapping).toEqual([]);
});

test("draws the line of each box in the SVG picture at its own height", () => {
  const accesses = accessesOf({ resources: ["vsw-1"], targets: ["fd-1", "11", "ipam.aliyuncs.com"] });
  const ends = [...toSvg(accesses, "1 share").matchAll(/<path class="line kept" d="M([\d.]+) ([\d.]+)H([\d.]+)"/g)];
  const [resource, ...targets] = ends.map(([, from, y, to]) => ({ from, y, to }));
  expect(new Set(targets.map(({ y }) => y)).size).toBe(3);
  expect(new Set([resource?.to, ...targets.map(({ from }) => from)]).size).toBe(1);
});

test("draws shares in the SVG picture in their order, down the first column and then down the next, which are about as high", () => {
  const svg = toSvg(manyShares, "12 shares");
  const boxes = Array.from(svg.matchAll(/<rect class="share" x="([\d.]+)" y="([\d.]+)"/g), ([, x, y]) => ({ x: Number(x), y: Number(y) }));
  expect(boxes.toSorted((one, other) => one.x - other.x || one.y - other.y)).toEqual(boxes);
  expect(Object.values(Object.groupBy(boxes, ({ x }) => x)).map((column) => column?.length)).toEqual([6, 6]);
});

test("draws the names of a share once in the SVG picture, above its parts, which are below each other", () => {
  const shares = ["one", "two"].flatMap((name) =>
    (["gained", "lost"] as const).flatMap((change) =>
      changesOf(change, { share: { name, id: `rs-${name}` }, resources: ["vsw-1"], targets: [`fd-${change}`] }),
    ),
  );
  const svg = toSvg(shares, "2 shares");
  expect(svg.match(/>rs-(one|two)</g)).toEqual([">rs-one<", ">rs-two<"]);
  const columnOf = (head: RegExp) => Array.from(svg.matchAll(head), ([, x]) => x);
  const [one, two] = columnOf(/<rect class="share" x="([\d.]+)"/g);
  expect(columnOf(/<rect class="part" x="([\d.]+)"/g)).toEqual([one, one, two, two]);
  expect(one).not.toBe(two);
});

test("writes everything but the ids of a box in bold in the SVG picture", () => {
  const svg = toSvg(
    accessesOf({ permissions: { VSwitch: "AliyunRSPermissionVSwitchReadWrite" }, targets: [targetOf("2000000000000001", true)] }),
    "1 share",
  );
  const bold = Array.from(svg.matchAll(/class="name">([^<]*)/g), ([, text]) => text);
  expect(bold).toEqual(["network", "VSwitch, ReadWrite", "external account", "can write"]);
});
