import { expect, test } from "vitest";
import { plannedResourcesOf } from "../../../sdk/access/diff/planned-resource.ts";
import { readPreview } from "../../../sdk/access/diff/preview.ts";
import { readState } from "../../../sdk/access/stack-state.ts";

const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const urn = `urn:pulumi:dev::shop::${type}::a`;

test("keeps retained objects, and those retained with them, when they leave the stack", () => {
  const gone = (name: string, options: object) => ({
    op: "delete",
    urn: `${urn}${name}`,
    oldState: { type, id: `rs-${name}`, ...options },
  });
  const steps = [gone("1", { retainOnDelete: true }), gone("2", { deletedWith: `${urn}1` }), gone("3", {})];
  expect(plannedResourcesOf(readPreview(JSON.stringify({ steps })).steps).map(({ isRetained }) => isRetained)).toEqual([true, true, false]);
});

test("keeps what the program has only read when it reads it no longer", () => {
  const steps = [{ op: "discard", urn, oldState: { type, id: "rs-1", external: true } }];
  const planned = plannedResourcesOf(readPreview(JSON.stringify({ steps })).steps);
  expect(planned.map(({ operation, isRetained }) => [operation, isRetained])).toEqual([["delete", true]]);
});

test("takes a resource that moves to another binding, name or parent from the preview alone, not from the state as well", () => {
  const stateOf = (target: string) => ({
    id: "rs-1",
    inputs: { name: "a", targets: [target] },
    outputs: { name: "a", targets: [target], associations: [{ kind: "Target", entityId: target, status: "Associated" }] },
  });
  const moved = "resourceshare:index:ResourceShare";
  const step = {
    op: "update",
    urn: `urn:pulumi:dev::shop::${moved}::b`,
    oldState: { urn, type, ...stateOf("fd-1") },
    newState: { urn: `urn:pulumi:dev::shop::${moved}::b`, type: moved, ...stateOf("fd-2") },
  };
  const state = readState(JSON.stringify({ deployment: { resources: [{ urn, type, ...stateOf("fd-1") }] } })).resources;
  const planned = plannedResourcesOf(readPreview(JSON.stringify({ steps: [step], changeSummary: { update: 1 } })).steps, state);
  expect(planned.map(({ operation, after }) => [operation, after?.inputs.targets])).toEqual([["update", ["fd-2"]]]);
});
