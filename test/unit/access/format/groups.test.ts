import { expect, test } from "vitest";
import { groupsOf, shortList } from "../../../../access/format/groups.ts";
import { accessesOf } from "../builders.ts";

const ids = (count: number, first: number) => Array.from({ length: count }, (_, index) => String(first + index));
const network = { resources: ids(30, 100).map((id) => `vsw-${id}`), targets: ids(12, 1000) };

test.each([
  [[], ""],
  [["vsw-1"], "vsw-1"],
  [["vsw-1", "vsw-2"], "vsw-1, vsw-2"],
  [["vsw-1", "vsw-2", "vsw-3"], "vsw-1, vsw-2 + 1 more"],
  [["a-name-without-room", "b"], "a-name-without-room + 1 more"],
])("abbreviates the list of names %j to at least one name, and as many as fit into twelve characters: %j", (names, text) => {
  expect(shortList(names, 12)).toBe(text);
});

test("lists each access on its own when groups of access are expanded", () => {
  const accesses = accessesOf(network);
  expect(groupsOf(accesses, true)).toEqual(accesses.map((first) => ({ first, targets: [first.target], resources: [first.resource] })));
});
