import { describe, expect, test } from "vitest";
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

describe.each(["a document", "a stream of events"])("of what the program only reads, from %s", (form) => {
  const planned = (...steps: readonly { op: string; oldState?: object; newState?: object }[]) => {
    const document = { steps: steps.map((step) => ({ urn, ...step })) };
    const events = steps.map(({ op, oldState, newState }) => ({ metadata: { op, urn, type, old: oldState, new: newState } }));
    const lines = [...events.map((resourcePreEvent) => ({ resourcePreEvent })), { summaryEvent: {} }];
    const text = form === "a document" ? JSON.stringify(document) : lines.map((line) => JSON.stringify(line)).join("\n");
    return plannedResourcesOf(readPreview(text).steps).map(({ operation }) => operation);
  };
  // A stream of events does not show that an object is external.
  const read = { type, id: "rs-1", ...(form === "a document" ? { external: true } : {}) };
  const managed = { type, id: "rs-1" };

  test("plans nothing when the program reads it no longer", () => {
    expect(planned({ op: "discard", oldState: read })).toEqual([]);
  });

  test("plans a read that changes nothing", () => {
    expect(planned({ op: "read", newState: read })).toEqual(["read"]);
    expect(planned({ op: "read", oldState: managed, newState: read })).toEqual(["read"]);
  });

  test("plans the deletion of a share in whose place the program reads another one", () => {
    const other = { ...read, id: "rs-2" };
    const replaced = { op: form === "a document" ? "replace" : "read-replacement", oldState: managed, newState: other };
    expect(planned(replaced)).toEqual(["delete", "read"]);
  });

  test("plans the creation of a share in the place of one that the program has read", () => {
    const parts = form === "a document" ? [] : [{ op: "create-replacement", oldState: read, newState: { type } }];
    const discarded = form === "a document" ? [] : [{ op: "discard-replaced", oldState: read }];
    expect(planned(...parts, { op: "replace", oldState: read, newState: { type } }, ...discarded)).toEqual(["create"]);
  });
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
