import { expect, test } from "vitest";
import { readDirectory } from "../../../../access/selection/directory.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";

const accounts = [{ id: "1000000000000011", folder: "fd-1" }, { id: "1000000000000012", folder: "fd-2" }, { id: "1000000000000013" }];

test("visits each folder of a directory once when the file has a cycle", () => {
  const cycle = [
    { id: "fd-1", parent: "fd-2" },
    { id: "fd-2", parent: "fd-1" },
  ];
  expect(readDirectory(JSON.stringify({ accounts, folders: cycle })).membersOf(targetOf("fd-2", false))).toEqual([
    "1000000000000011",
    "1000000000000012",
  ]);
});

test.each(["{", '{"accounts":{}}', '{"accounts":[],"more":1}'])("rejects the directory file %s with the shape to write", (text) => {
  expect(() => readDirectory(text)).toThrow('{ "accounts": [{ "id", "folder" }]');
});

test.each([
  ['{"acounts":[]}', "it has no field `acounts`; did you mean `accounts`?"],
  ['{"accounts":[{"id":"1000000000000011","foldr":"fd-1"}]}', "accounts[0] has no field `foldr`; did you mean `folder`?"],
])("names the nearest field in the error of the directory file %s", (text, problem) => {
  expect(() => readDirectory(text)).toThrow(problem);
});

test.each([
  ["[1]", "[0] must be a text, not a number: write it in quotes"],
  ['["12345"]', "[0] is not an account id (16 digits)"],
  ['["1000000000000011", "fd-1"]', "[1] is not an account id"],
])("names the entry of the directory list %s that is no account", (text, problem) => {
  expect(() => readDirectory(text)).toThrow(problem);
});
