import { expect, test } from "vitest";
import type { DiffSources } from "../../../../access/diff/access-diff.ts";
import { liveOf } from "../builders.ts";
import { association, create, inState, linesOf, remove, replace, same, share } from "./steps.ts";

const old = { ...share("a"), id: "rs-1" };
const now = { ...share("a", ["v1"], ["12"]), id: "rs-2" };
const withoutTargets = share("a", ["v1"], []);
const half = { ...association("m", "rs-a", [], ["11"]), pendingReplacement: true };
const stale = association("m", "rs-a", [], ["11", "12"]);
const unfinished = { share: { name: "a", id: "rs-9" }, resources: ["v1"], targets: ["11"] };
const live = liveOf([{ ...unfinished, isUnfinished: true }]);
const creation = (target: string) => create(share("a", ["v1"], [target]));
const other = same(share("b", ["v1"], ["12"]));

test.each<[what: string, steps: readonly object[], expected: readonly string[], sources?: DiffSources]>([
  ["access as lost that a replaced share still grants", [same(now)], ["lost 11", "kept 12"], inState({ ...old, delete: true }, now)],
  [
    "access as kept that a replaced and retained share grants",
    [same(now)],
    ["kept 11", "kept 12"],
    inState({ ...old, delete: true, retainOnDelete: true }, now),
  ],
  [
    "access as gained where a failed update has deleted an association and not created its replacement",
    [same(withoutTargets), replace(half)],
    ["gained 11"],
    inState(withoutTargets, half),
  ],
  ["access of a replaced association as kept without the state", [same(withoutTargets), replace(half)], ["kept 11 gap"]],
  ["access of an unfinished share as unknown which the update may continue", [creation("12")], ["unknown 11", "gained 12"], live],
  ["access of an unfinished share as kept that the new one has as well", [creation("11")], ["kept 11"], live],
  ["no access of an unfinished share without a creation", [other], ["kept 12"], live],
  ["access of an unfinished share as unknown beside others", [other, creation("13")], ["unknown 11", "kept 12", "gained 13"], live],
  ["no access of a finished share of the same name", [creation("12")], ["gained 12"], liveOf([unfinished])],
  [
    "what the service does not list as not there",
    [same(withoutTargets), remove(stale)],
    ["lost 12"],
    liveOf([{ ...unfinished, share: { name: "a", id: "rs-a" }, targets: ["12"] }]),
  ],
])("predicts with what an earlier update has left: %s", (_what, steps, expected, sources) => {
  expect(shortLines(steps, sources)).toEqual(expected);
});

/** Changes without the resource and its permission. */
function shortLines(steps: readonly object[], sources?: DiffSources) {
  return linesOf(steps, sources).map((line) => line.replace(/ v\d default/, ""));
}
