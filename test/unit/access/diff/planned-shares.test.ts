import { expect, test } from "vitest";
import type { DiffSources } from "../../../../access/diff/access-diff.ts";
import { liveOf } from "../builders.ts";
import { association, create, inState, linesOf, permission, read, replace, same, share } from "./steps.ts";

/** The share as the last update has read it. */
const theirs = { ...share("a", ["v1"], ["11"], { name: "theirs", permissionNames: ["Wide"] }), inputs: {}, external: true };
const reads = { ...same(theirs), op: "read" };
const live = liveOf([{ share: { name: "theirs", id: "rs-a" }, resources: ["v1"], targets: ["11"], permissions: { VSwitch: "Wide" } }]);
const narrowed = replace(permission("rs-a", "Wide"), permission("rs-a", "Narrow"));
const added = create(association("m", "rs-a", [], ["12"]));

test.each<[what: string, steps: readonly object[], expected: readonly string[], sources?: DiffSources]>([
  ["a permission that the stack replaces as lost and gained", [reads, narrowed], ["gained 11 v1 Narrow", "lost 11 v1 Wide"], live],
  ["nothing that the stack does not change", [reads], []],
  ["nothing that only the state has", [], [], inState(theirs)],
  ["what the stack adds as unknown without a read of the service", [reads, added], ["unknown 12 unknown unknown pending"]],
  ["what the stack adds as gained where the service is read", [reads, added], ["kept 11 v1 Wide", "gained 12 v1 Wide pending"], live],
])("reports of a share that the program only reads: %s", (_what, steps, expected, sources) => {
  expect(linesOf(steps, sources)).toEqual(expected);
});

test("names a share that the program only reads as the service does", () => {
  expect(read([reads, added]).changes.flatMap(({ shares }) => shares.map(({ name }) => name))).toEqual(["theirs"]);
});
