import { expect, test } from "vitest";
import { didYouMeanCheck } from "../../../../access/diff/review/checks.ts";
import { type ShareSnapshot, targetOf } from "../../../../access/share-snapshot.ts";
import { readState } from "../../../../access/stack-state.ts";
import {
  association,
  type Entry,
  lines,
  linesOf,
  pendingReplacement,
  permission,
  read,
  record,
  share,
  step,
  UNKNOWN,
  urnOf,
} from "./steps.ts";

const a = share("a", ["v1"], ["11"]);
const stateOf = (...entries: readonly Entry[]) =>
  readState(
    JSON.stringify({
      deployment: {
        resources: entries.map(({ kind, name, ...rest }) => ({
          ...rest,
          urn: urnOf(kind, name),
          type: `pulumi-nodejs:dynamic/resourceshare:${kind}`,
        })),
      },
    }),
  ).resources;
const liveOf = (...snapshots: readonly ShareSnapshot[]) => ({
  live: {
    accounts: new Map<string, string>(),
    shares: new Map(snapshots.map((snapshot) => [snapshot.share.id ?? "", snapshot])),
    defaults: new Map<string, string>(),
    remarks: [],
  },
});
const listed = (
  id: string,
  ids: readonly string[],
  targets: readonly string[],
  permissions: readonly (readonly [string, string])[] = [],
): ShareSnapshot => ({
  share: { name: id, id },
  account: "1",
  resources: ids.map((entity) => ({ entity: { type: "VSwitch", id: entity }, pending: false })),
  targets: targets.map((target) => ({ entity: targetOf(target, false), pending: false })),
  permissions: new Map(permissions),
});

test("keeps access that another share grants by a default permission that the service does not list", () => {
  const [own, other] = [listed("rs-a", ["v1"], ["11"], [["VSwitch", "Standard"]]), listed("rs-other", ["v1"], ["11"])];
  const { live } = liveOf(own, other);
  const sources = { live: { ...live, defaults: new Map([["VSwitch", "Standard"]]) } };
  expect(linesOf([step("delete", a)], sources)).toEqual(["kept 11 v1 Standard"]);
});

test("keeps the access of resources that only the state shows, as far as their associations are there", () => {
  const failed = {
    ...share("b", ["v2"], ["12"]),
    inputs: { name: "b", targets: ["12", "13"], resources: [{ type: "VSwitch", id: "v2" }] },
  };
  expect(linesOf([], { state: stateOf(a, failed) })).toEqual(["kept 11 v1 default", "kept 12 v2 default"]);
  expect(linesOf([step("delete", a)], { state: stateOf(a, failed) })).toEqual(["lost 11 v1 default", "kept 12 v2 default"]);
});

test("reports the access of a share that other programs manage beside that of the stack", () => {
  const sources = liveOf(listed("rs-a", ["v1", "v9"], ["11", "99"], [["VSwitch", "Narrow"]]));
  expect(linesOf([step("same", a)], sources)).toEqual(["kept 11 v1 Narrow", "kept 11 v9 Narrow", "kept 99 v1 Narrow", "kept 99 v9 Narrow"]);
});

test("reports as lost what the stack takes out of a share, although the service lists it still", () => {
  const before = share("a", ["v1", "v2"], ["11", "12"]);
  const sources = liveOf(listed("rs-a", ["v1", "v2"], ["11", "12"]));
  expect(linesOf([step("update", before, a)], sources)).toEqual([
    "kept 11 v1 default",
    "lost 11 v2 default",
    "lost 12 v1 default",
    "lost 12 v2 default",
  ]);
  const attached = [step("same", a), step("delete", permission("rs-a", "Custom"))];
  expect(linesOf(attached, liveOf(listed("rs-a", ["v1"], ["11"], [["VSwitch", "Custom"]])))).toEqual([
    "lost 11 v1 Custom",
    "gained 11 v1 default",
  ]);
});

test("keeps access without a gap that moves from an association to another one, because deletions come last", () => {
  const holder = share("a", ["v1"], []);
  const [from, to] = ["m", "n"].map((name) => association(name, "rs-a", [], ["11"]));
  expect(lines(step("same", holder), step("delete", from), step("create", undefined, to))).toEqual(["kept 11 v1 default"]);
  expect(lines(step("same", holder), step("update", from, association("m", "rs-a", [], [])), step("create", undefined, to))).toEqual([
    "kept 11 v1 default gap",
  ]);
});

test("keeps access without a gap where the share lists it before the association of it is replaced", () => {
  const from = association("m", "rs-a", [], ["11"]);
  const replaced = pendingReplacement(step("replace", from, association("m", "rs-a", [], [])));
  expect(lines(step("update", share("a", ["v1"], []), a), replaced)).toEqual(["kept 11 v1 default"]);
});

test("reports access as lost where its target or resource is taken out, whatever is not known yet beside it", () => {
  const after = (values: object): Entry => ({ ...a, inputs: { ...a.inputs, ...values } });
  expect(lines(step("update", a, after({ targets: ["12"], resources: UNKNOWN })))).toContain("lost 11 v1 default");
  expect(lines(step("update", a, after({ targets: UNKNOWN, resources: [{ type: "VSwitch", id: "v2" }] })))).toContain("lost 11 v1 default");
  expect(lines(step("update", a, after({ resources: UNKNOWN })))).toContain("unknown 11 v1 default");
  const more = { ...association("m", "rs-a", [], []), inputs: { shareId: "rs-a", targets: UNKNOWN } };
  expect(lines(step("update", a, after({ targets: [] })), step("create", undefined, more))).toContain("unknown 11 v1 default");
});

test("reports access as gained that a new share grants as well as an adopted one", () => {
  const adopted: Entry = { ...a, inputs: { ...a.inputs, adopt: "rs-9" } };
  expect(lines(step("create", undefined, adopted))).toEqual(["unknown 11 v1 default"]);
  expect(lines(step("create", undefined, adopted), step("create", undefined, share("b", ["v1"], ["11"])))).toEqual([
    "gained 11 v1 default",
  ]);
});

test("knows the type of a permission that keeps its name in an update", () => {
  const both = share("a", ["v1"], ["11"], [record("Resource", "Image", "m-1")]);
  const custom = permission("rs-a", "Custom");
  expect(lines(step("same", both), step("update", custom, custom))).toEqual(["kept 11 m-1 default", "kept 11 v1 Custom"]);
});

test("reads a target with a property by its id", () => {
  const properties: Entry = { ...a, inputs: { ...a.inputs, targets: [{ id: "11", property: { a: 1 } }, { property: {} }] } };
  expect(lines(step("update", a, properties))).toEqual(["kept 11 v1 default"]);
});

test.each([
  ["its outputs", { outputs: { shareId: "rs-a", associations: [record("Target", "Account", "12")] } }],
  ["its arguments", { inputs: { shareId: "rs-a" }, outputs: { associations: [record("Target", "Account", "12")] } }],
  ["its id", { inputs: {}, outputs: { associations: [record("Target", "Account", "12")] } }],
])("finds the share of an association by %s", (_title, values) => {
  const more: Entry = { kind: "ShareAssociation", name: "m", id: "rs-a/x", inputs: { shareId: "rs-b" }, ...values };
  expect(lines(step("same", a), step("delete", more))).toEqual(["kept 11 v1 default", "lost 12 v1 default"]);
});

test("has no remark about a share elsewhere to which an unchanged association contributes", () => {
  expect(read([step("same", association("m", "rs-x", ["v1"], ["11"]))]).remarks).toEqual([]);
});

test("names the check that was meant", () => {
  expect(didYouMeanCheck("los")).toBe("; did you mean loss?");
});
