import { expect, test } from "vitest";
import { readDirectory } from "../../../../access/selection/directory.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";

const folders = [{ id: "fd-1" }, { id: "fd-2", parent: "fd-1" }];
const accounts = [{ id: "11", folder: "fd-1" }, { id: "12", folder: "fd-2" }, { id: "13" }];
const whole = readDirectory(JSON.stringify({ accounts, folders }));

test.each([
  ["a folder, also those of the folders in it", "fd-1", ["11", "12"]],
  ["a folder in a folder", "fd-2", ["12"]],
  ["the whole directory", "rd-1", ["11", "12", "13"]],
  ["a folder that the file does not have", "fd-9", undefined],
  ["an account", "11", undefined],
])("lists the members of %s", (_title, id, expected) => {
  expect(whole.membersOf(targetOf(id, false))).toEqual(expected);
});

test("reads a plain list of account ids", () => {
  expect(readDirectory('["11","12"]').members).toEqual(new Set(["11", "12"]));
});

test("visits no folder twice when a file has a cycle", () => {
  const cycle = [
    { id: "fd-1", parent: "fd-2" },
    { id: "fd-2", parent: "fd-1" },
  ];
  expect(readDirectory(JSON.stringify({ accounts, folders: cycle })).membersOf(targetOf("fd-2", false))).toEqual(["11", "12"]);
});

test.each(["{", "[1]", '{"accounts":{}}', '["fd-1"]', '{"accounts":[],"more":1}'])("rejects %s with the shape to write", (text) => {
  expect(() => readDirectory(text)).toThrow('{ "accounts": [{ "id", "folder" }]');
});

test("knows a folder that only an account names", () => {
  const file = readDirectory('{"accounts":[{"id":"11","folder":"fd-7"},{"id":"12"}]}');
  expect([file.membersOf(targetOf("fd-7", false)), file.membersOf(targetOf("fd-8", false))]).toEqual([["11"], undefined]);
});
