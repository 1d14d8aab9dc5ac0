import { expect, test } from "vitest";
import { isExternal } from "../../../../sdk/access/diff/shares/external-targets.ts";

const external = new Map([
  ["11", true],
  ["12", false],
]);

test.each([
  ["an account with an external record", "11", false, true],
  ["an account with a record inside the directory", "12", true, false],
  ["an account without a record in an open share", "13", true, true],
  ["an account without a record in a closed share", "13", false, false],
  ["a folder in an open share", "fd-1", true, false],
  ["a service in an open share", "ros.aliyuncs.com", true, false],
])("decides whether %s is external", (_case, id, allowsExternal, expected) => {
  expect(isExternal(id, { external }, allowsExternal)).toBe(expected);
});
