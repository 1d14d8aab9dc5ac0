import { expect, test } from "vitest";
import type { Change, ChangeKind } from "../../../../access/diff/changes.ts";
import { readDirectory } from "../../../../access/selection/directory.ts";
import { expandMembers } from "../../../../access/selection/members.ts";
import { type Target, targetOf } from "../../../../access/share-snapshot.ts";
import { accessesOf } from "../builders.ts";

const directory = readDirectory(
  '{"accounts":[{"id":"1000000000000011","folder":"fd-1"},{"id":"1000000000000012"}],"folders":[{"id":"fd-1"}]}',
);
const accesses = (name: string, targets: readonly (string | Target)[]) => accessesOf({ share: { name, id: name }, targets });

test("lists an account with access in several ways once with `--expand members`, with all shares", () => {
  const { accesses: expanded, remarks } = expandMembers(
    [...accesses("a", ["fd-1", "rd-1"]), ...accesses("b", ["1000000000000011"])],
    directory,
  );
  expect(expanded.map(({ target, shares }) => [target.id, shares.map(({ name }) => name)])).toEqual([
    ["1000000000000011", ["a", "b"]],
    ["1000000000000012", ["a"]],
    ["rd-1", ["a"]],
  ]);
  expect(remarks).toEqual([]);
});

test("leaves the sharing account out of the members with `--expand members`", () => {
  const shared = accesses("a", ["fd-1", "rd-1"]).map((access) => ({ ...access, account: "1000000000000012" }));
  const ids = expandMembers(shared, directory).accesses.map(({ target }) => target.id);
  expect(ids).toEqual(["1000000000000011", "rd-1"]);
});

test("keeps a directory beside its members unless it loses access, and a folder without members", () => {
  const listed = readDirectory('{"accounts":[{"id":"1000000000000011"}],"folders":[{"id":"fd-1"}]}');
  const targetsOf = (change: ChangeKind, target: string) =>
    expandMembers(changed(change, "a", [target]), listed).accesses.map((access) => access.target.id);
  expect(targetsOf("gained", "rd-1")).toEqual(["1000000000000011", "rd-1"]);
  expect(targetsOf("unknown", "rd-1")).toEqual(["1000000000000011", "rd-1"]);
  expect(targetsOf("lost", "rd-1")).toEqual(["1000000000000011"]);
  expect(targetsOf("kept", "rd-1")).toEqual(["1000000000000011"]);
  expect(targetsOf("lost", "fd-1")).toEqual(["fd-1"]);
});

test("treats an account as external when one of its accesses is external", () => {
  const outside = targetOf("1000000000000011", true);
  const ways = [...changed("gained", "a", ["fd-1"]), ...changed("gained", "b", [outside])];
  for (const changes of [ways, ways.toReversed()])
    expect(expandMembers(changes, directory).accesses.map(({ target }) => target)).toEqual([outside]);
});

test("keeps a folder that the directory file does not have, and reports that", () => {
  const { accesses: expanded, remarks } = expandMembers(accesses("a", ["fd-9"]), directory);
  expect(expanded.map(({ target }) => target.id)).toEqual(["fd-9"]);
  expect(remarks[0]).toContain("fd-9: the file of --directory does not have this folder");
});

const changed = (change: ChangeKind, share: string, targets: readonly (string | Target)[], gap = false): Change[] =>
  accesses(share, targets).map((access) => ({ ...access, change, gap }));

test.each<[title: string, changes: readonly Change[], expected: readonly [string, boolean]]>([
  [
    "kept in one way and lost in the other",
    [...changed("kept", "a", ["fd-1"]), ...changed("lost", "b", ["1000000000000011"])],
    ["kept", false],
  ],
  [
    "lost in one way and gained in the other",
    [...changed("lost", "a", ["fd-1"]), ...changed("gained", "b", ["1000000000000011"])],
    ["kept", true],
  ],
  ["lost in both ways", [...changed("lost", "a", ["fd-1"]), ...changed("lost", "b", ["1000000000000011"])], ["lost", false]],
  [
    "kept with a gap in one way and lost in the other",
    [...changed("kept", "a", ["fd-1"], true), ...changed("lost", "b", ["1000000000000011"])],
    ["kept", true],
  ],
  [
    "unknown in one way and gained in the other",
    [...changed("unknown", "a", ["fd-1"]), ...changed("gained", "b", ["1000000000000011"])],
    ["gained", false],
  ],
])("joins the ways of one access with `--expand members`: %s", (_title, changes, [change, gap]) => {
  expect(expandMembers(changes, directory).accesses.map((one) => [one.change, one.gap])).toEqual([[change, gap]]);
});

test("reports an access that is unknown in one way and lost in the other as one that may be lost", () => {
  const ways = [...changed("unknown", "a", ["fd-1"]), ...changed("lost", "b", ["1000000000000011"])];
  for (const changes of [ways, ways.toReversed()])
    expect(expandMembers(changes, directory).accesses).toMatchObject([{ change: "unknown", gap: false, mayBeLost: true }]);
});

test("keeps the accesses of several stacks apart with `--expand members`", () => {
  const ways = ["shop/dev", "shop/prod"].flatMap((stack) => changed("gained", "a", ["fd-1"]).map((change) => ({ ...change, stack })));
  expect(expandMembers(ways, directory).accesses.map(({ stack }) => stack)).toEqual(["shop/dev", "shop/prod"]);
});
