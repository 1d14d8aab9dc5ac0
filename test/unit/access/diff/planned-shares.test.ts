import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { readState } from "../../../../access/stack-state.ts";

const typeOf = (kind: string) => `resourceshare:index:${kind}`;
const urnOf = (kind: string) => `urn:pulumi:dev::shop::${typeOf(kind)}::a`;
const stateOf = (kind: string, id: string, inputs: object, outputs: object = {}, options: object = {}) => ({
  ...{ type: typeOf(kind), urn: urnOf(kind), id, inputs, outputs, ...options },
});
const associations = [
  { kind: "Resource", entityType: "VSwitch", entityId: "v1", status: "Associated" },
  { kind: "Target", entityType: "Account", entityId: "11", status: "Associated", external: false },
];
/** The share as the last update has read it. */
const share = stateOf("ResourceShare", "rs-1", {}, { name: "theirs", permissionNames: ["Wide"], associations }, { external: true });
const reads = { op: "read", urn: share.urn, oldState: share, newState: { ...share, outputs: undefined } };

/** The share as the service lists it. */
const content = {
  ...{ share: { name: "theirs", id: "rs-1" }, account: "1", permissions: new Map([["VSwitch", "Wide"]]) },
  resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
  targets: [{ entity: { id: "11", kind: "Account" as const, external: false }, pending: false }],
};
const live = { shares: new Map([["rs-1", content]]), accounts: new Map(), defaults: new Map(), remarks: [] };

const permission = (id: string, permissionName: string) =>
  stateOf("SharePermission", id, { shareId: "rs-1", permissionName }, { shareId: "rs-1", permissionName, resourceType: "VSwitch" });
const wide = permission("rs-1/Wide", "Wide");
const narrowed = { op: "replace", urn: wide.urn, oldState: wide, newState: { ...permission("", "Narrow"), outputs: undefined } };
const more = stateOf("ShareAssociation", "", { shareId: "rs-1", targets: ["12"] });
const added = { op: "create", urn: more.urn, newState: more };

const changesOf = (steps: readonly object[], sources: DiffSources = {}) =>
  diffAccess(readPreview(JSON.stringify({ steps })), sources).changes;
const lines = (steps: readonly object[], sources: DiffSources = {}) =>
  changesOf(steps, sources).map(({ change, target, resource, permission: name }) => `${change} ${target.id} ${resource.id} ${name}`);

test("reports the access of a share that the program only reads as lost and gained when the stack replaces its permission", () => {
  expect(lines([reads, narrowed], { live })).toEqual(["gained 11 v1 Narrow", "lost 11 v1 Wide"]);
});

test("reports nothing of a share that the program only reads, and that the stack does not change", () => {
  const { resources } = readState(JSON.stringify({ deployment: { resources: [share] } }));
  expect(lines([reads])).toEqual([]);
  expect(lines([], { state: resources })).toEqual([]);
});

test("reports what the stack adds to a share that the program only reads as unknown without a read of the service", () => {
  expect(lines([reads, added])).toEqual(["unknown 12 unknown unknown"]);
  expect(lines([reads, added], { live })).toEqual(["kept 11 v1 Wide", "gained 12 v1 Wide"]);
});

test("names a share that the program only reads as the service does", () => {
  const names = changesOf([reads, added]).flatMap(({ shares }) => shares.map(({ name }) => name));
  expect(names).toEqual(["theirs"]);
});
