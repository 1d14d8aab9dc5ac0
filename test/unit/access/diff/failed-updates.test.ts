import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { readState } from "../../../../access/stack-state.ts";

const typeOf = (kind: string) => `pulumi-nodejs:dynamic/resourceshare:${kind}`;
const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::${typeOf(kind)}::${name}`;

/** A resource that shares `v1`, or what its lists name, as the engine prints it. */
function entry(kind: string, name: string, id: string, targets: readonly string[], values: object = {}) {
  const record = (side: string, type: string, entityId: string, status: string, external: boolean) => ({
    ...{ kind: side, entityType: type, entityId },
    ...{ status, external },
  });
  const associations = [
    ...(kind === "ResourceShare" ? [record("Resource", "VSwitch", "v1", "Associated", false)] : []),
    ...targets.map((target) => record("Target", "Account", target, "Associated", target.startsWith("2"))),
  ];
  const inputs = { name, targets, resources: kind === "ResourceShare" ? [{ type: "VSwitch", id: "v1" }] : [], ...values };
  return { type: typeOf(kind), urn: urnOf(kind, name), id, inputs, outputs: { ...inputs, associations } };
}

type Entry = Omit<ReturnType<typeof entry>, "inputs" | "outputs"> & { readonly inputs: object; readonly outputs: object };
const step = (op: string, before: Entry | undefined, after = before) => ({
  ...{ op, urn: (after ?? before)?.urn, oldState: before },
  newState: op === "delete" || after === undefined ? undefined : { ...after, outputs: undefined },
});
const lines = (steps: readonly object[], sources: DiffSources = {}) =>
  diffAccess(readPreview(JSON.stringify({ steps })), sources).changes.map(
    ({ change, target, pending }) => `${change} ${target.id}${pending ? " pending" : ""}`,
  );
const stateOf = (resources: readonly object[]) => readState(JSON.stringify({ deployment: { resources } })).resources;
const events = (steps: readonly { readonly op: string; readonly urn: string | undefined }[]) =>
  [
    ...steps.map(({ op, urn, ...states }) => {
      const { oldState, newState } = states as { oldState?: object; newState?: object };
      return { resourcePreEvent: { metadata: { op, urn, type: typeOf("ResourceShare"), old: oldState, new: newState } } };
    }),
    { summaryEvent: { resourceChanges: {} } },
  ]
    .map((event) => JSON.stringify(event))
    .join("\n");

test("reports access as lost when the next update deletes the share that a failed one has replaced, unless it is retained", () => {
  const old = entry("ResourceShare", "a", "rs-1", ["11"]);
  const now = entry("ResourceShare", "a", "rs-2", ["12"]);
  const state = stateOf([{ ...old, delete: true }, now]);
  expect(lines([step("same", now)], { state })).toEqual(["lost 11", "kept 12"]);
  const retained = stateOf([{ ...old, delete: true, retainOnDelete: true }, now]);
  expect(lines([step("same", now)], { state: retained })).toEqual(["kept 11", "kept 12"]);
  const stream = readPreview(events([step("update", now), { ...step("delete-replaced", old), newState: undefined }]));
  expect(diffAccess(stream).changes.map(({ change, target }) => `${change} ${target.id}`)).toEqual(["lost 11", "kept 12"]);
});

test("reports access as gained when a failed update has deleted an association and not created its replacement", () => {
  const share = entry("ResourceShare", "a", "rs-1", []);
  const more = { ...entry("ShareAssociation", "m", "rs-1/x", ["11"], { shareId: "rs-1" }), pendingReplacement: true };
  const steps = [step("same", share), step("replace", more)];
  expect(lines(steps, { state: stateOf([share, more]) })).toEqual(["gained 11"]);
  expect(lines(steps)).toEqual(["kept 11"]);
});

test("reports access through an unfinished share as unknown when the update may continue its creation", () => {
  const unfinished = {
    ...{ share: { name: "a", id: "rs-9" }, account: "1", permissions: new Map<string, string>(), isUnfinished: true },
    resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: [{ entity: { id: "11", kind: "Account" as const, external: false }, pending: false }],
  };
  const live = { shares: new Map([["rs-9", unfinished]]), accounts: new Map(), defaults: new Map(), remarks: [] };
  const create = (targets: readonly string[]) => ({ ...step("create", undefined, entry("ResourceShare", "a", "", targets)) });
  expect(lines([create(["12"])], { live })).toEqual(["unknown 11", "gained 12"]);
  expect(lines([create(["11"])], { live })).toEqual(["kept 11"]);
  const preview = readPreview(JSON.stringify({ steps: [create(["12"])] }));
  expect(diffAccess(preview, { live }).remarks).toContain(
    "share rs-9 is not finished: it is not known whether the update continues its creation",
  );
  const same = step("same", entry("ResourceShare", "b", "rs-2", ["12"]));
  expect(lines([same], { live })).toEqual(["kept 12"]);
  expect(lines([same, create(["13"])], { live })).toEqual(["unknown 11", "kept 12", "gained 13"]);
  const finished = { ...live, shares: new Map([["rs-9", { ...unfinished, isUnfinished: false }]]) };
  expect(lines([create(["12"])], { live: finished })).toEqual(["gained 12"]);
});

test("reports access as kept when another share outside the stack goes on granting it", () => {
  const share = entry("ResourceShare", "a", "rs-1", ["11"]);
  const other = {
    ...{ share: { name: "b", id: "rs-2" }, account: "1", permissions: new Map<string, string>() },
    resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: [{ entity: { id: "11", kind: "Account" as const, external: false }, pending: false }],
  };
  const live = { shares: new Map([["rs-2", other]]), accounts: new Map(), defaults: new Map(), remarks: [] };
  expect(lines([step("delete", share)], { live })).toEqual(["kept 11"]);
});

test("reports an invitation as pending when the acceptor that has accepted an earlier one does not change", () => {
  const open = { allowExternalTargets: true };
  const acceptor = { ...entry("InvitationAcceptor", "i", "rs-1", [], { shareId: "rs-1" }) };
  const accepted = { ...acceptor, outputs: { shareId: "rs-1", receiverAccountId: "21", invitationId: "i-1" } };
  const [before, after] = [[] as string[], ["21"]].map((targets) => entry("ResourceShare", "a", "rs-1", targets, open));
  expect(lines([step("update", before, after), step("same", accepted)])).toEqual(["gained 21 pending"]);
});

test("reports access as lost when an acceptor leaves a retained share for its replacement", () => {
  const share = { ...entry("ResourceShare", "a", "rs-1", ["21"], { allowExternalTargets: true }), retainOnDelete: true };
  const acceptor = entry("InvitationAcceptor", "i", "rs-1", [], { shareId: "rs-1" });
  const accepted = { ...acceptor, outputs: { shareId: "rs-1", receiverAccountId: "21", invitationId: "i-1" } };
  const fresh = { ...entry("ResourceShare", "a", "", ["21"], { allowExternalTargets: true, resources: [{ type: "VSwitch", id: "v2" }] }) };
  const moved = { ...acceptor, id: "", inputs: { shareId: unknownText }, propertyDependencies: { shareId: [share.urn] } };
  expect(lines([step("replace", share, fresh), step("replace", accepted, moved)])).toEqual(["lost 21", "gained 21"]);
});

test("counts what the service lists and not what the state says, where a failed update has left the state behind", () => {
  const more = entry("ShareAssociation", "m", "rs-1/x", ["11", "12"], { shareId: "rs-1" });
  const listed = {
    ...{ share: { name: "a", id: "rs-1" }, account: "1", permissions: new Map<string, string>() },
    resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: [{ entity: { id: "12", kind: "Account" as const, external: false }, pending: false }],
  };
  const live = { shares: new Map([["rs-1", listed]]), accounts: new Map(), defaults: new Map(), remarks: [] };
  const share = step("same", entry("ResourceShare", "a", "rs-1", []));
  expect(lines([share, step("delete", more)], { live })).toEqual(["lost 12"]);
  expect(lines([share, step("same", more)], { live })).toEqual(["kept 12"]);
});

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
