import { expect, test } from "vitest";
import { canonicalTags, tagClaimsOf, tagsInput, tagsOf } from "../../../../../provider/resources/tags/tag-calls.ts";

const held = [
  { Key: "b", Value: "2" },
  { Key: "resourceshare:creating", Value: "x" },
  { Key: "a" },
  { Key: "acs:rm:rgId", Value: "rg-1" },
  { Key: "aliyun:system", Value: "z" },
];

test.each([
  ["all", ["a", "b"], { a: "", b: "2" }],
  [["b", "c"], ["b"], { b: "2" }],
  [["c"], undefined, undefined],
] as const)("reads the tags %j of a share in the order %j, without create tags and tags of the vendor", (keys, order, tags) => {
  const found = tagsOf(held, keys);
  expect(found).toEqual(tags);
  expect(found && Object.keys(found)).toEqual(order);
});

test("sorts the tags of a program by key", () => {
  expect(Object.keys(canonicalTags({ b: "1", a: "2", c: "3" }) ?? {})).toEqual(["a", "b", "c"]);
});

test("claims no tag of a share that is not known", () => {
  expect(tagClaimsOf(undefined, { team: "x" })).toEqual([]);
});

test.each([
  [{ "": "x" }, "must not be empty"],
  [{ ["k".repeat(129)]: "x" }, "a tag's key has at most 128 characters"],
  [{ Aliyun: "x" }, "must not start with `acs:` or `aliyun`"],
  [{ "see http://x": "x" }, "a tag's key must not contain `http://` or `https://`"],
  [{ "resourceshare:creating": "x" }, "sets `resourceshare:creating` itself"],
  [{ a: "v".repeat(129) }, "a tag's value has at most 128 characters"],
  [{ a: "acs:x" }, "a tag's value must not start with `acs:`"],
  [{ a: "at https://x" }, "a tag's value must not contain `http://` or `https://`"],
])("rejects the tags %j", (tags, reason) => {
  expect(JSON.stringify(tagsInput.safeParse(tags).error?.issues)).toContain(reason);
});

test("accepts tag keys and values of 128 characters", () => {
  expect(tagsInput.safeParse({ ["k".repeat(128)]: "v".repeat(128), "my-acs:x": "aliyun", k: "see acs:x" }).success).toBe(true);
});
