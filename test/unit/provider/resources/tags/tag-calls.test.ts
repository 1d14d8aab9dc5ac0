import { expect, test } from "vitest";
import { canonicalTags, tagClaimsOf, tagsInput, tagsOf, toTagList } from "../../../../../provider/resources/tags/tag-calls.ts";

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

test("reads undefined as the tags of a share without tags", () => {
  expect(tagsOf(undefined, "all")).toBeUndefined();
  expect(toTagList(undefined)).toEqual([]);
});

test("sorts the tags of a program by key, and treats empty tags as absent", () => {
  expect(Object.keys(canonicalTags({ b: "1", a: "2", c: "3" }) ?? {})).toEqual(["a", "b", "c"]);
  expect(canonicalTags({})).toBeUndefined();
  expect(canonicalTags("not known yet")).toBe("not known yet");
});

test("claims each tag key of a known share, and nothing while share or tags are not known", () => {
  expect(tagClaimsOf("rs-1", { team: "x" })).toEqual([
    { objectId: "rs-1", property: "tags", part: "tag team", allowsExclusiveOwner: true },
  ]);
  expect([...tagClaimsOf(undefined, { team: "x" }), ...tagClaimsOf("rs-1", undefined)]).toEqual([]);
});

test.each([
  [{ "": "x" }, "must not be empty"],
  [{ ["k".repeat(129)]: "x" }, "a tag's key has at most 128 characters"],
  [{ "acs:x": "x" }, "must not start with `acs:` or `aliyun`"],
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
