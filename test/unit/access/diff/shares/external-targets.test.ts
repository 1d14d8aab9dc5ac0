import { expect, test } from "vitest";
import { isExternal } from "../../../../../access/diff/shares/external-targets.ts";

const records = new Map([
  ["11", true],
  ["12", false],
]);
const external = new Map([["1", records]]);

test.each([
  ["an account with an external record", "11", false, true],
  ["an account with a record inside the directory", "12", true, false],
  ["an account without a record in an open share", "13", true, null],
  ["an account without a record in a closed share", "13", false, false],
  ["a folder in an open share", "fd-1", true, false],
  ["a service in an open share", "ros.aliyuncs.com", true, false],
])("decides whether %s is external", (_case, id, allowsExternal, expected) => {
  expect(isExternal(id, "1", { external, members: undefined }, allowsExternal)).toBe(expected);
});

test.each([
  ["a member without a record", "13", false],
  ["an account that is no member", "14", true],
  ["a record before the list of members", "11", true],
])("decides by the list of members whether an account is external: %s", (_case, id, expected) => {
  expect(isExternal(id, "1", { external, members: new Set(["11", "13"]) }, true)).toBe(expected);
});

test.each(["2", undefined])("decides nothing by a record of another owner than %s", (owner) => {
  expect(isExternal("11", owner, { external, members: undefined }, true)).toBe(null);
  expect(isExternal("12", owner, { external, members: undefined }, true)).toBe(null);
  expect(isExternal("12", owner, { external, members: new Set(["11"]) }, true)).toBe(true);
});
