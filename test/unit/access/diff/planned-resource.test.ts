import { describe, expect, test } from "vitest";
import { diffAccess } from "../../../../access/diff/access-diff.ts";
import { withoutUnchanged } from "../../../../access/shown-access.ts";
import { plannedResourcesOf } from "../../../../access/diff/planned-resource.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { readState } from "../../../../access/stack-state.ts";
import { previewOf, streamOf } from "./steps.ts";

const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const urn = `urn:pulumi:dev::shop::${type}::a`;

test.each(["delete", "replace"])("plans to keep resources with `retainOnDelete`, and those `deletedWith` them, in the step %s", (op) => {
  const step = (name: string, options: object) => {
    const oldState = { type, id: `rs-${name}`, ...options };
    return { op, urn: `${urn}${name}`, oldState, ...(op === "replace" && { newState: { type, id: "", ...options } }) };
  };
  const preview = previewOf(step("1", { retainOnDelete: true }), step("2", { deletedWith: `${urn}1` }), step("3", {}));
  expect(plannedResourcesOf(preview).map(({ isRetained }) => isRetained)).toEqual([true, true, false]);
});

test("plans to keep a resource that is `deletedWith` one of another package, which the preview or the state names", () => {
  const other = "urn:pulumi:dev::shop::random:index/randomPet:RandomPet::other";
  const removed = { op: "delete", urn: other, oldState: { type: "random:index/randomPet:RandomPet", id: "other" } };
  const gone = (options: object) => ({ op: "delete", urn, oldState: { type, id: "rs-1", ...options } });
  const state = readState(JSON.stringify({ deployment: { resources: [{ urn, type, id: "rs-1", deletedWith: other }] } })).resources;
  const isRetained = (options: object, inState?: typeof state) =>
    plannedResourcesOf(readPreview(JSON.stringify({ steps: [gone(options), removed] })), inState).map((resource) => resource.isRetained);
  expect(isRetained({ deletedWith: other })).toEqual([true]);
  expect(isRetained({}, state)).toEqual([true]);
  expect(isRetained({})).toEqual([false]);
});

describe("of what earlier updates have left to delete", () => {
  const left = (id: string) => ({ urn, type, id, delete: true });
  const state = readState(JSON.stringify({ deployment: { resources: [left("rs-1"), left("rs-2")] } })).resources;
  const events = (...ids: readonly string[]) =>
    readPreview(streamOf(ids.map((id) => ({ op: "delete-replaced", urn, oldState: { type, id }, newState: null }))));
  const planned = (...args: Parameters<typeof plannedResourcesOf>) =>
    plannedResourcesOf(...args).map(({ operation, isRetained, before }) => [before?.id, operation, isRetained]);
  const both = [
    ["rs-1", "delete", false],
    ["rs-2", "delete", false],
  ];

  test("plans the deletion of two objects of one URN that earlier updates have left", () => {
    expect(planned(events("rs-1", "rs-2"))).toEqual(both);
    expect(planned(readPreview(JSON.stringify({ steps: [] })), state)).toEqual(both);
  });

  test("plans to keep an object of an earlier update that a stream of events does not delete, as with --target", () => {
    expect(planned(events("rs-1"), state)).toEqual([
      ["rs-1", "delete", false],
      ["rs-2", "delete", true],
    ]);
  });
});

describe("of a preview with a refresh", () => {
  const stateOf = (target: string) => ({ type, id: "rs-1", inputs: {}, outputs: { name: target } });
  const refresh = { op: "refresh", urn, oldState: stateOf("old"), newState: stateOf("old") };
  const planned = (same: number, ...steps: readonly object[]) =>
    plannedResourcesOf(readPreview(JSON.stringify({ steps, changeSummary: { same } }))).map(({ operation, before }) => [
      operation,
      before?.outputs.name,
    ]);

  test("plans no operation in a preview with a refresh for a resource that is gone and that the program no longer has", () => {
    expect(planned(0, refresh)).toEqual([]);
    const metadata = { op: "refresh", urn, type, old: stateOf("old") };
    const events = [
      { resourcePreEvent: { metadata: { ...metadata, new: stateOf("old") } } },
      { resOutputsEvent: { metadata } },
      { summaryEvent: {} },
    ];
    expect(plannedResourcesOf(readPreview(events.map((event) => JSON.stringify(event)).join("\n")))).toEqual([]);
  });

  test("plans no change for a resource that a preview refreshes and omits as unchanged", () => {
    expect(planned(1, refresh)).toEqual([["same", "old"]]);
  });
});

describe.each(["a document", "a stream of events"])("of what the program only reads, from %s", (form) => {
  const planned = (...steps: readonly { op: string; oldState?: object; newState?: object }[]) => {
    const all = steps.map((step) => ({ urn, ...step }));
    return plannedResourcesOf(form === "a document" ? previewOf(...all) : readPreview(streamOf(all))).map(({ operation }) => operation);
  };
  // A stream of events does not show that an object is external.
  const read = { type, id: "rs-1", ...(form === "a document" ? { external: true } : {}) };
  const managed = { type, id: "rs-1" };

  test("plans no change for a share that the program only reads", () => {
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

describe.each(["a document", "a stream of events"])("of an import, from %s", (form) => {
  const stateOf = (id: string, target?: string) => ({
    ...{ type, id, inputs: { name: "a", targets: [target], resources: [{ type: "VSwitch", id: "v1" }] } },
    outputs:
      target === undefined ? {} : { associations: [association("Resource", "VSwitch", "v1"), association("Target", "Folder", target)] },
  });
  const association = (kind: string, entityType: string, entityId: string) => ({ kind, entityType, entityId, status: "Associated" });
  const changes = (...steps: readonly (readonly [op: string, before: object | undefined, after: object | undefined])[]) => {
    const all = steps.map(([op, oldState, newState]) => ({ op, urn, oldState, newState }));
    return withoutUnchanged(diffAccess(form === "a document" ? previewOf(...all) : readPreview(streamOf(all))).changes).map(
      ({ change, target }) => `${change} ${target.id}`,
    );
  };
  const program = { type, inputs: stateOf("rs-1", "fd-1").inputs };
  const imported = stateOf("rs-1", "fd-2");

  test("plans no change for an imported share that equals the program", () => {
    expect(changes(["import", undefined, program])).toEqual([]);
  });

  test("plans the update that follows an import, from the imported state", () => {
    expect(changes(["import", undefined, program], ["update", imported, program])).toEqual(["gained fd-1", "lost fd-2"]);
  });

  test("plans the deletion of the share that an imported one replaces", () => {
    const old = stateOf("rs-0", "fd-0");
    const stream = [["import-replacement", undefined, program] as const, ["delete-replaced", old, undefined] as const];
    expect(changes(["replace", old, imported], ...(form === "a document" ? [] : stream))).toEqual(["lost fd-0"]);
    expect(changes(["replace", old, imported], ["update", imported, program], ...(form === "a document" ? [] : stream))).toEqual([
      "lost fd-0",
      "gained fd-1",
      "lost fd-2",
    ]);
  });
});
