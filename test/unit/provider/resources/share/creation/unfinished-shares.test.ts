import { expect, it } from "vitest";
import { createTagIn, createTagOf } from "../../../../../../provider/resources/share/creation/unfinished-shares.ts";
import { createTagKey } from "../../../../../../provider/resources/tags/tag-calls.ts";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::net";

it("computes an equal create tag for a resource in both bindings, and another one for another resource or state", () => {
  const tag = createTagOf({ urn, origin: "aa" });
  expect(createTagOf({ urn: "urn:pulumi:dev::shop::resourceshare:index:ResourceShare::net", origin: "aa" })).toBe(tag);
  const others = [
    { urn, origin: "bb" },
    { urn, origin: undefined },
    { urn: `${urn}2`, origin: "aa" },
  ].map(createTagOf);
  expect(new Set([tag, ...others]).size).toBe(4);
});

it("never changes the create tag of a resource, because an earlier version may have written it", () => {
  expect([undefined, "aa"].map((origin) => createTagOf({ urn, origin }))).toMatchInlineSnapshot(`
    [
      "fce85aee0950232b",
      "ebdf34d78ee35d76",
    ]
  `);
});

it("reads the create tag from the tags of a share", () => {
  const share = { ResourceShareId: "rs-1", ResourceShareStatus: "Active" } as const;
  expect(createTagIn({ ...share, Tags: [{ Key: "team" }, { Key: createTagKey, Value: "x" }] })).toBe("x");
  expect(createTagIn({ ...share, Tags: [{ Key: "team", Value: "x" }] })).toBeUndefined();
  expect(createTagIn(share)).toBeUndefined();
});
