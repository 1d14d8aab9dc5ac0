import { expect, test } from "vitest";
import { shardNamed, shardOf } from "../../../../../sdk/fleet/run/shard.ts";

const names = Array.from({ length: 200 }, (_, index) => `accept-account-${index}-cn-hangzhou`);

test("parses a fleet's shard as its number and the count, and rejects any other text", () => {
  expect(shardNamed("2/4")).toEqual({ index: 2, count: 4 });
  expect(["0/4", "5/4", "2", "2/", "a/4", "2/4/6", "-1/4", "1/0"].map(shardNamed)).toEqual(Array.from({ length: 8 }, () => undefined));
});

test("assigns each stack to one shard, by its name alone, and none of the shards is twice as large as its part", () => {
  const sizes = [1, 2, 3, 4].map((index) => names.filter((name) => shardOf(name, 4) === index).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(names.length);
  expect(Math.max(...sizes)).toBeLessThan(2 * 50);
  // A version that computes another part would run some stacks twice and others never, while both are in use.
  expect(["share-edge", "share-core", "accept-edge"].map((name) => shardOf(name, 4))).toEqual([1, 4, 2]);
});
