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
const failed = { ...share("b", ["v2"], ["12"]), inputs: { name: "b", targets: ["12", "13"], resources: [{ type: "VSwitch", id: "v2" }] } };
const [from, to] = ["m", "n"].map((name) => association(name, "rs-a", [], ["11"])) as [Entry, Entry];
const listed = (id: string, resources: readonly string[], targets: readonly string[], permissions: Record<string, string> = {}) => ({
  ...{ share: { name: id, id }, resources, targets, permissions },
});

test.each<[what: string, steps: readonly object[], expected: readonly string[], sources?: DiffSources]>([
  [
    "access as kept that another share grants by a default permission that the service does not list",
    [remove(a)],
    ["kept 11 v1 Standard"],
    liveOf([listed("rs-a", ["v1"], ["11"], { VSwitch: "Standard" }), listed("rs-other", ["v1"], ["11"])], {
      defaults: new Map([["VSwitch", "Standard"]]),
    }),
  ],
  ["what a deletion leaves in the state as kept", [remove(a)], ["lost 11 v1 default", "kept 12 v2 default"], inState(a, failed)],
  [
    "as lost what the stack takes out of a share, although the service lists it still",
    [update(share("a", ["v1", "v2"], ["11", "12"]), a)],
    ["kept 11 v1 default", "lost 11 v2 default", "lost 12 v1 default", "lost 12 v2 default"],
    liveOf([listed("rs-a", ["v1", "v2"], ["11", "12"])]),
  ],
  [
    "a permission as lost that the stack detaches, although the service lists it still",
    [same(a), remove(permission("rs-a", "Custom"))],
    ["lost 11 v1 Custom", "gained 11 v1 default"],
    liveOf([listed("rs-a", ["v1"], ["11"], { VSwitch: "Custom" })]),
  ],
  [
    "a permission as it is in the service, of which the state still has another one",
    [same(a), remove(permission("rs-a", "Custom"))],
    ["kept 11 v1 Standard"],
    liveOf([listed("rs-a", ["v1"], ["11"], { VSwitch: "Standard" })]),
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
  ["access as gained that a new share grants as well as an adopted one", [create(adopted), create(share("b"))], ["gained 11 v1 default"]],
])("reports, with a state or the service beside the preview, %s", (_what, steps, expected, sources) => {
  expect(linesOf(steps, sources)).toEqual(expected);
});

test("has no remark about a share elsewhere to which an unchanged association contributes", () => {
  expect(read([same(association("m", "rs-x", ["v1"], ["11"]))]).remarks).toEqual([]);
});
