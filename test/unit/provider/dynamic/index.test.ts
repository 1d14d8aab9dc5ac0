import { expect, test } from "vitest";
import { provider } from "../../../../provider/dynamic/index.ts";
import { resources } from "../../../../provider/resources/index.ts";

test.each(resources.map(({ token }) => token))(
  "makes the dynamic-provider module for %s export every member that Pulumi's process may call",
  (token) => {
    expect(Object.keys(provider(token, 1)).toSorted()).toEqual(["check", "configure", "create", "delete", "diff", "read", "update"]);
  },
);

test.each([
  ["a kind that a newer version has", "Teapot", 1],
  ["a contract that a newer version made", "ResourceShare", 2],
])("rejects %s in the dynamic provider with what to install, and without a stack trace", (_title, kind, version) => {
  const refuse = () => provider(kind, version);
  expect(refuse).toThrow(/install the version that the program was run with, or a newer one/);
  expect(refuse).toThrow(expect.objectContaining({ stack: "" }));
});
