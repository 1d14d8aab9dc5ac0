import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunks, digest, nearest } from "../../provider/kernel/ids.ts";

describe("ids", () => {
  it("digests are the same for the same text and as long as asked for", () => {
    expect(digest("abc", 8)).toBe("ba7816bf");
    expect(digest("abc")).toHaveLength(16);
    expect(digest("abd")).not.toBe(digest("abc"));
  });

  it("chunks hold everything in order, and none is empty or too long", () => {
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
    ["colour", undefined],
    ["", undefined],
  ])("the nearest name to %j is %j", (typed, meant) => {
    expect(nearest(typed, ["name", "resources", "resourceArns", "targets", "permissionNames"])).toBe(meant);
  });

  it("what is far longer than every name is not compared letter by letter", () => {
    expect(nearest("x".repeat(1_000_000), ["name", "resources"])).toBeUndefined();
  });

  it("there is no nearest name among none", () => {
    expect(nearest("a", [])).toBeUndefined();
  });
});
