import { expect, test } from "vitest";
import { resources } from "../../../../provider/resources/index.ts";
import {
  dynamicTypeOf,
  isDefaultProvider,
  neutralUrn,
  resourceTypeOf,
  tokenOfResource,
  urnParts,
} from "../../../../provider/kernel/type-tokens.ts";

test("parses the dynamic and the plugin type of each resource", () => {
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

test("parses the stack, the types and the name of a URN, whose name may contain `::`", () => {
  expect(urnParts("urn:pulumi:dev::shop::a:b:Team$resourceshare:index:ResourceShare::one::two")).toEqual({
    stack: "dev",
    types: ["a:b:Team", "resourceshare:index:ResourceShare"],
    name: "one::two",
  });
  expect(urnParts("ResourceShare rs-1")).toBeUndefined();
});

test.each([
  ["default", true],
  ["default_0_1_0", true],
  ["default-shanghai", false],
  ["defaults", false],
])("recognizes a default provider of the engine by its name %s: %s", (name, expected) => expect(isDefaultProvider(name)).toBe(expected));

test("returns the same URN for both bindings, and leaves the URNs of other packages alone", () => {
  const urn = (type: string) => `urn:pulumi:dev::shop::shop:index:Team$${type}::resourceshare:index:ResourceShare::a`;
  expect(neutralUrn(urn("resourceshare:index:ResourceShare"))).toBe(urn("pulumi-nodejs:dynamic/resourceshare:ResourceShare"));
  const child = (types: string[]) => urn(types.join("$"));
  expect(neutralUrn(child(["resourceshare:index:ResourceShare", "resourceshare:index:ShareTags"]))).toBe(
    child(["pulumi-nodejs:dynamic/resourceshare:ResourceShare", "pulumi-nodejs:dynamic/resourceshare:ShareTags"]),
  );
  expect(neutralUrn(urn("random:index:Id"))).toBe(urn("random:index:Id"));
  expect(neutralUrn("ResourceShare rs-1")).toBe("ResourceShare rs-1");
});
