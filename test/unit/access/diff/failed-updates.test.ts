import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { liveOf } from "../builders.ts";
import {
  acceptor,
  association,
  create,
  type Entry,
  inState,
  linesOf,
  permission,
  read,
  remove,
  replace,
  same,
  share,
  streamOf,
  UNKNOWN,
  update,
} from "./steps.ts";

const old = { ...share("a"), id: "rs-1" };
const now = { ...share("a", ["v1"], ["12"]), id: "rs-2" };
const withoutTargets = share("a", ["v1"], []);
const half = { ...association("m", "rs-a", [], ["11"]), pendingReplacement: true };
const stale = association("m", "rs-a", [], ["11", "12"]);
const unfinished = { share: { name: "a", id: "rs-9" }, resources: ["v1"], targets: ["11"] };
const live = liveOf([{ ...unfinished, isUnfinished: true }]);
const creation = (target: string) => create(share("a", ["v1"], [target]));
const other = same(share("b", ["v1"], ["12"]));
const open = (targets: readonly string[]) => share("a", ["v1"], targets, { allowExternalTargets: true });
const invited = acceptor("i", {}, "21");

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
    "access as kept that a share outside the stack goes on granting",
    [remove(old)],
    ["kept 11"],
    liveOf([{ ...unfinished, share: { name: "b", id: "rs-2" } }]),
  ],
  [
    "an invitation as pending whose acceptor has accepted an earlier one and does not change",
    [update(open([]), open(["21"])), same(invited)],
    ["gained 21 pending"],
  ],
  [
    "what the service does not list as not there",
    [same(withoutTargets), remove(stale)],
    ["lost 12"],
    liveOf([{ ...unfinished, share: { name: "a", id: "rs-a" }, targets: ["12"] }]),
  ],
  [
    "what the service lists as kept",
    [same(withoutTargets), same(stale)],
    ["kept 12"],
    liveOf([{ ...unfinished, share: { name: "a", id: "rs-a" }, targets: ["12"] }]),
  ],
])("reports %s", (_what, steps, expected, sources) => {
  expect(shortLines(steps, sources)).toEqual(expected);
});

test("reports access as lost when a stream of events deletes the share that a failed update has replaced", () => {
  const { changes } = diffAccess(readPreview(streamOf([update(now, now), { ...remove(old), op: "delete-replaced" }])));
  expect(changes.map(({ change, target }) => `${change} ${target.id}`)).toEqual(["lost 11", "kept 12"]);
});

test("says that it is not known whether an update continues a share", () => {
  expect(read([creation("12")], live).remarks).toContain(
    "share rs-9 is not finished: it is not known whether the update continues its creation",
  );
});

test("reports access as lost when an acceptor leaves a retained share for its replacement", () => {
  const before = { ...open(["21"]), retainOnDelete: true } as Entry;
  const fresh = share("a", ["v2"], ["21"], { allowExternalTargets: true });
  const share2 = replace(before, fresh);
  const moved = replace(invited, { ...acceptor("i", { shareId: UNKNOWN }), propertyDependencies: { shareId: [share2.urn] } } as Entry);
  expect(shortLines([share2, moved])).toEqual(["lost 21", "gained 21"]);
});

test("reports a permission as lost that a failed change has left attached", () => {
  const left = { unverifiedPermissionNames: ["AliyunRSPermissionVSwitchReadOnly"] };
  const image = permission("rs-a", "AliyunRSPermissionImageReadOnly");
  const before = { ...image, outputs: { ...image.outputs, resourceType: "Image", ...left } };
  const steps = [same(share("a", ["v1"], ["11"])), update(before, image)];
  expect(linesOf(steps)).toEqual(["lost 11 v1 AliyunRSPermissionVSwitchReadOnly", "gained 11 v1 default"]);
});

/** Changes without the resource and its permission. */
function shortLines(steps: readonly object[], sources?: DiffSources) {
  return linesOf(steps, sources).map((line) => line.replace(/ v\d default/, ""));
}
