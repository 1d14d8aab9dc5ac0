import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunks, didYouMean, digest, nearest } from "../../../../provider/kernel/ids.ts";

describe("ids", () => {
  it("computes equal digests of equal texts, in the requested length", () => {
    expect(digest("abc", 8)).toBe("ba7816bf");
    expect(digest("abc")).toHaveLength(16);
    expect(digest("abd")).not.toBe(digest("abc"));
  });

  it("splits a list into chunks in order, none empty or too long", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, size) => {
        const split = chunks(items, size);
        expect(split.flat()).toEqual(items);
        expect(split.every(({ length }) => length > 0 && length <= size)).toBe(true);
        expect(split).toHaveLength(Math.ceil(items.length / size));
      }),
    );
  });

  it.each([
    ["targts", "targets"],
    ["Target", "targets"],
    ["resurces", "resources"],
    ["resourceArn", "resourceArns"],
    ["perm", undefined],
    ["colour", undefined],
    ["", undefined],
    ["n", undefined],
    ["nam", "name"],
  ])("finds the nearest name to %j: %j", (typed, meant) => {
    expect(nearest(typed, ["name", "id", "resources", "resourceArns", "targets", "permissionNames"])).toBe(meant);
  });

  it.each([
    ["targts", "; did you mean targets?"],
    ["perm", "; did you mean permissionNames?"],
    ["reso", ""],
    ["pe", ""],
    ["permNames", "; did you mean permissionNames?"],
    ["---", ""],
    ["shareName", "; did you mean name?"],
    ["aws_resource_arns", "; did you mean resourceArns?"],
    ["surname", ""],
  ])("suggests the nearest name for the misspelt name %j, or the only one with it as its beginning or end: %j", (typed, text) => {
    expect(didYouMean(typed, ["name", "resources", "resourceArns", "targets", "permissionNames"])).toBe(text);
  });

  it("finds no nearest name, in linear time, for a text that is far longer than every name", () => {
    expect(nearest("x".repeat(1_000_000), ["name", "resources"])).toBeUndefined();
  });

  it("counts a character outside the basic plane as one character in the search for the nearest name", () => {
    expect(nearest("abcdefgh", ["😀😀😀😀"])).toBeUndefined();
  });

  it("finds a name with two swapped letters nearer than one with another letter", () => {
    expect(nearest("ksm", ["ksn", "kms"])).toBe("kms");
  });

  it("finds no nearest name in an empty list", () => {
    expect(nearest("a", [])).toBeUndefined();
  });
});
