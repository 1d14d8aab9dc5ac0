import { expect, test } from "vitest";
import { diffAccess } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { association, lines, pendingReplacement, permission, read, record, share, step, UNKNOWN, urnOf } from "./steps.ts";

const a = share("a", ["v1"], ["11"]);

test("reports what a new association adds to a share that does not change", () => {
  expect(lines(step("same", a), step("create", undefined, association("m", "rs-a", ["v2"], ["12"])))).toEqual([
    "kept 11 v1 default",
    "gained 11 v2 default",
    "gained 12 v1 default",
    "gained 12 v2 default",
  ]);
});

test("reports no access that an unchanged resource lists and does not have, as after a failed association", () => {
  const failed = { ...a, inputs: { ...a.inputs, targets: ["11", "12"] } };
  expect(lines(step("same", failed))).toEqual(["kept 11 v1 default"]);
});

test("keeps the permission of an unchanged resource, whatever its name", () => {
  const both = share("a", ["v1"], ["11"], [record("Resource", "Image", "m-1")]);
  expect(lines(step("same", both), step("same", permission("rs-a", "Custom")))).toEqual(["kept 11 m-1 default", "kept 11 v1 Custom"]);
});

test("reports a gap of a resource whose association is deleted before it is created again, and of no other", () => {
  const more = association("m", "rs-a", ["v2"], []);
  expect(lines(step("same", a), pendingReplacement(step("replace", more, more)))).toEqual(["kept 11 v1 default", "kept 11 v2 default gap"]);
  expect(lines(step("same", a), step("replace", more, more))).toEqual(["kept 11 v1 default", "kept 11 v2 default"]);
});

test("reports a gap where a permission is deleted before it is attached again", () => {
  const custom = permission("rs-a", "Custom");
  expect(lines(step("same", a), pendingReplacement(step("replace", custom, custom)))).toEqual(["kept 11 v1 Custom gap"]);
  expect(lines(step("same", a), step("replace", custom, custom))).toEqual(["kept 11 v1 Custom"]);
  expect(lines(step("same", a), step("delete", custom))).toEqual(["lost 11 v1 Custom", "gained 11 v1 default"]);
});

test("does not guess the share of an association whose id comes from several shares", () => {
  const [b, c] = [share("b", ["v2"], []), share("c", ["v3"], [])];
  const more = { ...association("m", UNKNOWN, [], ["12"]), inputs: { shareId: UNKNOWN, targets: ["12"] }, id: "", outputs: {} };
  const sources = [urnOf("ResourceShare", "b"), urnOf("ResourceShare", "c")];
  const steps = (dependsOn: readonly string[]) => [
    step("create", undefined, b),
    step("create", undefined, c),
    step("create", undefined, more, dependsOn),
  ];
  expect(lines(...steps(sources))).toEqual(["unknown 12 unknown unknown"]);
  expect(read(steps(sources)).remarks).toContain(`${urnOf("ShareAssociation", "m")} belongs to a share that the preview does not identify`);
  expect(lines(...steps(sources.slice(0, 1)))).toEqual(["gained 12 v2 default"]);
});

test("names each share by its resource, its id and its URN, as far as they are known", () => {
  const shares = (...steps: readonly object[]) => read(steps).changes.map((change) => change.shares.map(({ pending: _, ...one }) => one));
  const urn = urnOf("ResourceShare", "a");
  expect(shares(step("same", a))).toEqual([[{ name: "a", id: "rs-a", urn }]]);
  expect(shares(step("create", undefined, a))).toEqual([[{ name: "a", urn }]]);
  const unnamed = { ...a, inputs: { ...a.inputs, name: UNKNOWN } };
  expect(shares(step("update", a, unnamed))).toEqual([[{ name: "a", id: "rs-a", urn }]]);
  const elsewhere = step("create", undefined, association("m", "rs-x", ["v1"], ["11"]));
  expect(shares(elsewhere)[0]).toEqual([{ name: "rs-x", id: "rs-x", urn: urnOf("ShareAssociation", "m") }]);
});

test("reports what is known of a list with an unknown target, and the rest as unknown", () => {
  const [open, closed] = [true, false].map((allowExternalTargets) => ({
    ...a,
    inputs: { ...a.inputs, targets: ["11", UNKNOWN], allowExternalTargets },
  }));
  expect(lines(step("update", a, open))).toEqual(["kept 11 v1 default", "unknown unknown v1 default"]);
  expect(read([step("update", a, open)]).unknownTargetShares).toEqual(["a"]);
  expect(read([step("update", a, closed)]).unknownTargetShares).toEqual([]);
});

test("reports a permission that is known only during the update as unknown", () => {
  const unnamed = { ...permission("rs-a", "Custom"), inputs: { shareId: "rs-a", permissionName: UNKNOWN } };
  expect(lines(step("same", a), step("update", permission("rs-a", "Custom"), unnamed))).toEqual([
    "unknown 11 v1 Custom",
    "unknown 11 v1 unknown",
  ]);
  const listed = { ...a, inputs: { ...a.inputs, permissionNames: UNKNOWN } };
  expect(lines(step("update", a, listed))).toEqual(["unknown 11 v1 default", "unknown 11 v1 unknown"]);
});

test("links an association to the only new share where the preview shows no dependencies, and to none of several", () => {
  const more = { ...association("m", UNKNOWN, [], ["12"]), inputs: { shareId: UNKNOWN, targets: ["12"] }, id: "", outputs: {} };
  const created = ["b", "c"].map((name) => step("create", undefined, share(name, ["v2"], [])));
  const changes = (...steps: readonly object[]) =>
    diffAccess({ ...readPreview(JSON.stringify({ steps })), hasDependencies: false }).changes.map(
      ({ change, resource }) => `${change} ${resource.id}`,
    );
  expect(changes(...created.slice(0, 1), step("create", undefined, more))).toEqual(["gained v2"]);
  expect(changes(...created, step("create", undefined, more))).toEqual(["unknown unknown"]);
});
