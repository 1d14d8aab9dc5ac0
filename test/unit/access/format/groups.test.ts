import { expect, test } from "vitest";
import { groupsOf, shortList } from "../../../../access/format/groups.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { accessesOf } from "../builders.ts";

const ids = (count: number, first: number) => Array.from({ length: count }, (_, index) => String(first + index));
const network = { resources: ids(30, 100).map((id) => `vsw-${id}`), targets: ids(12, 1000) };

test("makes one group of 30 VSwitches that 12 accounts can use through one share", () => {
  const groups = groupsOf(accessesOf(network));
  expect(groups.map(({ targets, resources }) => [targets.length, resources.length])).toEqual([[12, 30]]);
  expect(groupsOf(accessesOf(network), true)).toHaveLength(360);
});

test("separates what differs, and claims no access that is not there", () => {
  const more = { share: { name: "more", id: "rs-2" }, resources: network.resources.slice(0, 1), targets: network.targets.slice(0, 2) };
  const external = { ...network, share: { name: "out", id: "rs-3" }, targets: [targetOf("2000", true)], pending: ["2000"] };
  const accesses = accessesOf(network, more, external);
  const groups = groupsOf(accesses);
  expect(groups.map(({ targets, resources }) => [targets.length, resources.length])).toEqual([
    [2, 1],
    [2, 29],
    [10, 30],
    [1, 30],
  ]);
  const granted = groups.flatMap(({ targets, resources }) => targets.flatMap((target) => resources.map(({ id }) => `${target.id} ${id}`)));
  expect(granted.toSorted()).toEqual(accesses.map(({ target, resource }) => `${target.id} ${resource.id}`).toSorted());
});

test.each([
  [[], ""],
  [["vsw-1"], "vsw-1"],
  [["vsw-1", "vsw-2"], "vsw-1, vsw-2"],
  [["vsw-1", "vsw-2", "vsw-3"], "vsw-1, vsw-2 + 1 more"],
  [["a-name-without-room", "b"], "a-name-without-room + 1 more"],
])("lists %j in twelve characters as %j", (names, text) => {
  expect(shortList(names, 12)).toBe(text);
});

test("leaves each access alone when groups are expanded", () => {
  const accesses = accessesOf(network);
  expect(groupsOf(accesses, true)).toEqual(accesses.map((first) => ({ first, targets: [first.target], resources: [first.resource] })));
});
