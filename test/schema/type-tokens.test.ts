import { expect, test } from "vitest";
import { resources } from "../../provider/resources/index.ts";
import { dynamicTypeOf, resourceTypeOf, tokenOfResource } from "../../provider/schema/type-tokens.ts";

test("parses both types of each resource", () => {
  for (const { token: kind } of resources) {
    expect(resourceTypeOf(dynamicTypeOf(kind))).toEqual({ kind, binding: "dynamic" });
    expect(resourceTypeOf(tokenOfResource(kind))).toEqual({ kind, binding: "plugin" });
  }
});

test.each([
  "pulumi:providers:resourceshare",
  "resourceshare:device:ResourceShare",
  "resourceshare:index",
  "random:index:ResourceShare",
  "",
])("returns undefined for the type %s, which is no resource of this package", (type) => expect(resourceTypeOf(type)).toBeUndefined());
