import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../../access/diff/preview.ts";
import { readState } from "../../../../../access/stack-state.ts";

const type = "resourceshare:index:ResourceShare";
const urnOf = (name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
const target = "2000000000000001";
const provider = (name: string) => `urn:pulumi:dev::shop::pulumi:providers:resourceshare::${name}::p1`;

/** A share that has the target, as its state has it. */
const existing = (name: string, placement: object, external: boolean) => ({
  ...{ type, urn: urnOf(name), id: `rs-${name}` },
  inputs: { name, ...placement },
  outputs: { name, ...placement, associations: [{ kind: "Target", entityId: target, status: "Associated", external }] },
});
/** The creation of an open share with the target. */
const creation = (placement: object, options: object = {}) => {
  const resources = [{ type: "VSwitch", id: "vsw-9" }];
  const inputs = { name: "new", allowExternalTargets: true, targets: [target], resources, ...placement };
  return { op: "create", urn: urnOf("new"), newState: { type, urn: urnOf("new"), inputs, outputs: {}, ...options } };
};
const diffOf = (steps: readonly object[], sources: DiffSources = {}) => diffAccess(readPreview(JSON.stringify({ steps })), sources);
const externalIn = (steps: readonly object[], sources?: DiffSources) =>
  diffOf(steps, sources).changes.find(({ change }) => change === "gained")?.target.external;

test("distinguishes the default account from that of an explicit provider, also in a state", () => {
  const state = { ...existing("a", { accountId: "1000" }, false), provider: provider("theirs") };
  const { resources } = readState(JSON.stringify({ deployment: { resources: [state] } }));
  expect(externalIn([creation({})], { state: resources })).toBe(null);
  expect(externalIn([creation({}, { provider: provider("theirs") })], { state: resources })).toBe(false);
});

test("reports what a share that moves to another account grants under that account", () => {
  const resources = { kind: "Resource", entityType: "VSwitch", entityId: "vsw-1", status: "Associated" };
  const old = existing("moved", { account: "a", owner: "1000" }, false);
  const before = { ...old, outputs: { ...old.outputs, associations: [...old.outputs.associations, resources] } };
  const inputs = { name: "moved", account: "b", targets: [target], resources: [{ type: "VSwitch", id: "vsw-2" }] };
  const step = { op: "replace", urn: before.urn, oldState: before, newState: { type, urn: before.urn, inputs, outputs: {} } };
  expect(diffOf([step]).changes.map(({ change, account }) => `${change} ${account}`)).toEqual(["lost 1000", "gained b"]);
});
