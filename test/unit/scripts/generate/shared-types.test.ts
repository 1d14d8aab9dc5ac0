import { expect, test } from "vitest";
import { schemaOf } from "../../../../provider/schema/package.ts";
import { packageSchema } from "../../../../provider/schema/index.ts";
import { sharedTypeFiles, sharedTypesOf } from "../../../../scripts/generate/shared-types.mjs";
import { textOf } from "../../rules/files.ts";

const entry = (field: string) => ({ type: "object", properties: { [field]: { type: "string" } }, required: [field] });
const object = (properties: object) => ({ type: "object", properties });
const functionWith = (name: string, args: object, result: object) => ({
  name,
  summary: "Does something.",
  effect: "read" as const,
  operation: name,
  shapes: () => ({ args: object(args), result: object(result) }),
});

test("names a type that occurs twice after its first property, and one that occurs once after its function too", () => {
  const list = { type: "array", items: entry("key") };
  const schema = schemaOf([], [functionWith("one", { tag: list, once: entry("id") }, { tags: list })]);
  const shared = sharedTypesOf(schema);
  expect([...shared.values()].map(({ name, isInput }) => ({ name, isInput }))).toEqual([
    { name: "OneOnce", isInput: true },
    { name: "Tag", isInput: true },
  ]);
  expect(sharedTypeFiles(shared, schema)["sdk/types/output.ts"]).toContain("export interface Tag {\nkey: string;\n}");
});

test("rejects two shared types that would have one name", () => {
  const one = functionWith("one", { tag: entry("key") }, { tag: entry("key") });
  const two = functionWith("two", { tag: entry("id") }, { tag: entry("id") });
  expect(() => sharedTypesOf(schemaOf([], [one, two]))).toThrow("two types would be named Tag: rename the property of one of them");
});

test("emits each shared type of the package in one file", () => {
  const shared = sharedTypesOf(packageSchema());
  expect([...shared.values()].map(({ name }) => name)).toEqual(expect.arrayContaining(["Association", "Permission", "Target"]));
  const declared = ["sdk/functions/get-permission.ts", "sdk/functions/list-permissions.ts"].filter((path) =>
    textOf(path).includes("defaultPermission?"),
  );
  expect(declared).toEqual([]);
});
