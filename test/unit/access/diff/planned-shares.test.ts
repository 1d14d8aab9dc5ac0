import { expect, test } from "vitest";
import { association, create, read, same, share } from "./steps.ts";

/** The share as the last update has read it. */
const theirs = { ...share("a", ["v1"], ["11"], { name: "theirs", permissionNames: ["Wide"] }), inputs: {}, external: true };
const reads = { ...same(theirs), op: "read" };
const added = create(association("m", "rs-a", [], ["12"]));

test("names a share that the program only reads as the service does", () => {
  expect(read([reads, added]).changes.flatMap(({ shares }) => shares.map(({ name }) => name))).toEqual(["theirs"]);
});
