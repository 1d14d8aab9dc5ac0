import { expect, test } from "vitest";
import type { DiffSources } from "../../../../access/diff/access-diff.ts";
import { liveOf } from "../builders.ts";
import {
  association,
  create,
  deletedFirst,
  type Entry,
  inState,
  linesOf,
  permission,
  read,
  remove,
  replace,
  same,
  share,
  update,
} from "./steps.ts";

const a = share("a");
const withoutTargets = share("a", ["v1"], []);
const listing = (values: object): Entry => ({ ...a, inputs: { ...a.inputs, ...values } });
const adopted = listing({ adopt: "rs-9" });
const old = { ...share("a"), id: "rs-1" };
const now = { ...share("a", ["v1"], ["12"]), id: "rs-2" };
const half = { ...association("m", "rs-a", [], ["11"]), pendingReplacement: true };
const stale = association("m", "rs-a", [], ["11", "12"]);
const unfinished = { share: { name: "a", id: "rs-9" }, resources: ["v1"], targets: ["11"] };
const live = liveOf([{ ...unfinished, isUnfinished: true }]);
const creation = (target: string) => create(share("a", ["v1"], [target]));
const other = same(share("b", ["v1"], ["12"]));
const failed = { ...share("b", ["v2"], ["12"]), inputs: { name: "b", targets: ["12", "13"], resources: [{ type: "VSwitch", id: "v2" }] } };
const [from, to] = ["m", "n"].map((name) => association(name, "rs-a", [], ["11"])) as [Entry, Entry];
const listed = (id: string, resources: readonly string[], targets: readonly string[], permissions: Record<string, string> = {}) => ({
  ...{ share: { name: id, id }, resources, targets, permissions },
});

test.each<[what: string, steps: readonly object[], expected: readonly string[], sources?: DiffSources]>([
  [
    "kept access that another share grants by a default permission that the service does not list",
    [remove(a)],
    ["kept 11 v1 Standard"],
    liveOf([listed("rs-a", ["v1"], ["11"], { VSwitch: "Standard" }), listed("rs-other", ["v1"], ["11"])], {
      defaults: new Map([["VSwitch", "Standard"]]),
    }),
  ],
  ["what a deletion leaves in the state as kept", [remove(a)], ["lost 11 v1 default", "kept 12 v2 default"], inState(a, failed)],
  [
    "what the stack takes out of a share as lost, although the service lists it still",
    [update(share("a", ["v1", "v2"], ["11", "12"]), a)],
    ["kept 11 v1 default", "lost 11 v2 default", "lost 12 v1 default", "lost 12 v2 default"],
    liveOf([listed("rs-a", ["v1", "v2"], ["11", "12"])]),
  ],
  [
    "the loss of a permission that the stack detaches, although the service lists it still",
    [same(a), remove(permission("rs-a", "Custom"))],
    ["lost 11 v1 Custom", "gained 11 v1 default"],
    liveOf([listed("rs-a", ["v1"], ["11"], { VSwitch: "Custom" })]),
  ],
  [
    "a permission as the service has it where the state still has another one",
    [same(a), remove(permission("rs-a", "Custom"))],
    ["kept 11 v1 Standard"],
    liveOf([listed("rs-a", ["v1"], ["11"], { VSwitch: "Standard" })]),
  ],
  [
    "a gap of access that meanwhile only a share with an open invitation grants",
    [deletedFirst(replace(a))],
    ["kept 11 v1 default gap"],
    liveOf([listed("rs-a", ["v1"], ["11"]), { ...listed("rs-other", ["v1"], ["11"]), pending: ["11"] }]),
  ],
  [
    "no gap of access that moves from one association to another, because deletions come last",
    [same(withoutTargets), remove(from), create(to)],
    ["kept 11 v1 default"],
  ],
  [
    "no gap where the share lists access before the association of it is replaced",
    [update(withoutTargets, a), deletedFirst(replace(from, association("m", "rs-a", [], [])))],
    ["kept 11 v1 default"],
  ],
  ["gained access that a new share grants as well as an adopted one", [create(adopted), create(share("b"))], ["gained 11 v1 default"]],
  [
    "the loss of access that a replaced share still grants",
    [same(now)],
    ["lost 11 v1 default", "kept 12 v1 default"],
    inState({ ...old, delete: true }, now),
  ],
  [
    "kept access that a replaced and retained share grants",
    [same(now)],
    ["kept 11 v1 default", "kept 12 v1 default"],
    inState({ ...old, delete: true, retainOnDelete: true }, now),
  ],
  [
    "access as gained where a failed update has deleted an association and not created its replacement",
    [same(withoutTargets), replace(half)],
    ["gained 11 v1 default"],
    inState(withoutTargets, half),
  ],
  ["access of a replaced association as kept without the state", [same(withoutTargets), replace(half)], ["kept 11 v1 default gap"]],
  [
    "unknown access of an unfinished share that the update may continue",
    [creation("12")],
    ["unknown 11 v1 default", "gained 12 v1 default"],
    live,
  ],
  ["kept access of an unfinished share that the new one has as well", [creation("11")], ["kept 11 v1 default"], live],
  ["no access of an unfinished share without a creation", [other], ["kept 12 v1 default"], live],
  [
    "access of an unfinished share as unknown beside others",
    [other, creation("13")],
    ["unknown 11 v1 default", "kept 12 v1 default", "gained 13 v1 default"],
    live,
  ],
  ["no access of a finished share of the same name", [creation("12")], ["gained 12 v1 default"], liveOf([unfinished])],
  [
    "what the service does not list as not there",
    [same(withoutTargets), remove(stale)],
    ["lost 12 v1 default"],
    liveOf([{ ...unfinished, share: { name: "a", id: "rs-a" }, targets: ["12"] }]),
  ],
])("makes a diff with a state or the service beside the preview report %s", (_what, steps, expected, sources) => {
  expect(linesOf(steps, sources)).toEqual(expected);
});

test("omits a remark about a share elsewhere from a diff when an unchanged association contributes to the share", () => {
  expect(read([same(association("m", "rs-x", ["v1"], ["11"]))]).remarks).toEqual([]);
});

/** The share as the last update has read it. */
const theirs = { ...share("a", ["v1"], ["11"], { name: "theirs", permissionNames: ["Wide"] }), inputs: {}, external: true };
const reads = { ...same(theirs), op: "read" };
const added = create(association("m", "rs-a", [], ["12"]));

test("names a share in a diff as the service names it when the program only reads the share", () => {
  expect(read([reads, added]).changes.flatMap(({ shares }) => shares.map(({ name }) => name))).toEqual(["theirs"]);
});
