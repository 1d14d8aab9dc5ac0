import { expect, test } from "vitest";
import {
  association,
  create,
  deletedFirst,
  linesOf,
  permission,
  read,
  remove,
  replace,
  same,
  share,
  UNKNOWN,
  update,
  urnOf,
} from "./steps.ts";

const a = share("a");
const more = association("m", "rs-a", ["v2"], []);
const custom = permission("rs-a", "Custom");
const unidentified = { ...association("m", UNKNOWN, [], ["12"]), id: "", outputs: {} };

test.each<[what: string, steps: readonly object[], expected: readonly string[]]>([
  [
    "the permission of an unchanged resource, whatever its name",
    [same(share("a", ["v1", "Image:m-1"])), same(custom)],
    ["kept 11 m-1 default", "kept 11 v1 Custom"],
  ],
  [
    "the type of a permission that keeps its name in an update",
    [same(share("a", ["v1", "Image:m-1"])), update(custom, custom)],
    ["kept 11 m-1 default", "kept 11 v1 Custom"],
  ],
  [
    "a gap of a resource whose association is deleted before it is created again, and of no other",
    [same(a), deletedFirst(replace(more))],
    ["kept 11 v1 default", "kept 11 v2 default gap"],
  ],
  ["no gap of a resource whose association is created first", [same(a), replace(more)], ["kept 11 v1 default", "kept 11 v2 default"]],
  ["a gap where a permission is deleted before it is attached again", [same(a), deletedFirst(replace(custom))], ["kept 11 v1 Custom gap"]],
  ["no gap where a permission is attached again first", [same(a), replace(custom)], ["kept 11 v1 Custom"]],
  ["the default permission in place of one that is deleted", [same(a), remove(custom)], ["lost 11 v1 Custom", "gained 11 v1 default"]],
  [
    "a permission that is known only during the update as unknown",
    [same(a), update(custom, { ...custom, inputs: { shareId: "rs-a", permissionName: UNKNOWN } })],
    ["unknown 11 v1 Custom", "unknown 11 v1 unknown"],
  ],
  [
    "an unknown list of permissions as unknown",
    [update(a, share("a", ["v1"], ["11"], { permissionNames: UNKNOWN }))],
    ["unknown 11 v1 default", "unknown 11 v1 unknown"],
  ],
])("predicts beside unchanged resources: %s", (_what, steps, expected) => {
  expect(linesOf(steps)).toEqual(expected);
});

test("does not guess the share of an association whose id comes from several shares", () => {
  const sources = [urnOf("ResourceShare", "b"), urnOf("ResourceShare", "c")];
  const steps = [create(share("b", ["v2"], [])), create(share("c", ["v3"], [])), create(unidentified, sources)];
  expect(linesOf(steps)).toEqual(["unknown 12 unknown unknown pending"]);
  expect(read(steps).remarks).toContain(`${urnOf("ShareAssociation", "m")} belongs to a share that the preview does not identify`);
});

test("reports what is known of a list with an unknown target, and the rest as unknown", () => {
  const [open, closed] = [true, false].map((allowExternalTargets) => share("a", ["v1"], ["11", UNKNOWN], { allowExternalTargets }));
  const steps = [open, closed].map((after) => [update(a, after ?? a)]);
  expect(linesOf(steps[0] ?? [])).toEqual(["kept 11 v1 default", "unknown unknown v1 default"]);
  expect(steps.map((one) => read(one).unknownTargetShares)).toEqual([["a"], []]);
});
