import { expect, test } from "vitest";
import { diffAccess } from "../../../sdk/access/diff/access-diff.ts";
import { readPreview } from "../../../sdk/access/diff/preview.ts";

const typeOf = (kind: string) => `pulumi-nodejs:dynamic/resourceshare:${kind}`;
const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::${typeOf(kind)}::${name}`;
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const record = (kind: string, entityType: string, entityId: string, status = "Associated") => ({
  kind,
  entityType,
  entityId,
  status,
  external: false,
});

interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs: object;
  readonly outputs?: object;
}

/** One step of a preview on one resource: before and after, or both as one when it does not change. */
function step(
  op: string,
  before: Entry | undefined,
  after: Entry | undefined = op === "same" ? before : undefined,
  dependsOn?: readonly string[],
) {
  const state = (entry: Entry | undefined) =>
    entry && {
      type: typeOf(entry.kind),
      urn: urnOf(entry.kind, entry.name),
      id: entry.id ?? "",
      inputs: entry.inputs,
      outputs: entry.outputs,
    };
  const { kind, name } = after ?? before ?? { kind: "", name: "" };
  const newState = state(after && op !== "same" ? { ...after, outputs: {} } : after);
  const sources = dependsOn && { propertyDependencies: { shareId: dependsOn } };
  return { op, urn: urnOf(kind, name), oldState: state(before), newState: newState && { ...newState, ...sources } };
}
const pendingReplacement = (one: ReturnType<typeof step>) => ({ ...one, oldState: { ...one.oldState, pendingReplacement: true } });

const read = (steps: readonly object[]) => diffAccess(readPreview(JSON.stringify({ steps })));
const lines = (...steps: readonly object[]) =>
  read(steps).changes.map(
    ({ change, target, resource, permission, gap }) => `${change} ${target.id} ${resource.id} ${permission}${gap ? " gap" : ""}`,
  );

const share = (name: string, ids: readonly string[], targets: readonly string[], records: readonly object[] = []): Entry => ({
  kind: "ResourceShare",
  name,
  id: `rs-${name}`,
  inputs: { name, targets, resources: ids.map((id) => ({ type: "VSwitch", id })) },
  outputs: {
    name,
    associations: [
      ...ids.map((id) => record("Resource", "VSwitch", id)),
      ...targets.map((id) => record("Target", "Account", id)),
      ...records,
    ],
  },
});
const association = (name: string, shareId: string, ids: readonly string[], targets: readonly string[]): Entry => ({
  ...share(name, ids, targets),
  kind: "ShareAssociation",
  id: `${shareId}/${name}`,
  inputs: { shareId, targets, resources: ids.map((id) => ({ type: "VSwitch", id })) },
  outputs: {
    shareId,
    associations: [...ids.map((id) => record("Resource", "VSwitch", id)), ...targets.map((id) => record("Target", "Account", id))],
  },
});
const permission = (shareId: string, name: string): Entry => ({
  kind: "SharePermission",
  name: "p",
  id: `${shareId}/p`,
  inputs: { shareId, permissionName: name },
  outputs: { shareId, permissionName: name, resourceType: "VSwitch" },
});
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
