import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreview } from "../../../../access/diff/preview.ts";
import { needsOf } from "../../../../sdk/headroom/need.ts";

const type = (kind: string) => `pulumi-nodejs:dynamic/resourceshare:${kind}`;
const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::${type(kind)}::${name}`;

interface State {
  readonly id?: string;
  readonly inputs: object;
  readonly outputs?: object;
}

/** A step of a preview on a resource of this package. */
const step = (op: string, kind: string, name: string, { before, after }: { before?: State; after?: State }) => ({
  op,
  urn: urnOf(kind, name),
  ...(before && { oldState: { type: type(kind), urn: urnOf(kind, name), ...before } }),
  ...(after && { newState: { type: type(kind), urn: urnOf(kind, name), ...after } }),
});
const needs = (...steps: readonly object[]) => needsOf([readPreview(JSON.stringify({ steps, changeSummary: {} }))]);

const vswitches = (count: number) => Array.from({ length: count }, (_, index) => ({ type: "VSwitch", id: `vsw-${index}` }));
const association = (kind: string, entityType: string, entityId: string) => ({ kind, entityType, entityId, status: "Associated" });
const held = (resources: number) => ({
  name: "net",
  associations: vswitches(resources).map(({ id }) => association("Resource", "VSwitch", id)),
});

test("needs no quota for a preview without changes", () => {
  const state = { id: "rs-1", inputs: { name: "net", resources: vswitches(2) }, outputs: held(2) };
  expect(needs(step("same", "ResourceShare", "net", { before: state, after: state }))).toMatchObject([{ isChanged: false }]);
});

test("counts what quotas a real preview needs as far as it is known, and reports that the rest is unknown", () => {
  const preview = readPreview(readFileSync(join(import.meta.dirname, "../../cli/previews/edit.json"), "utf8"));
  const [own, consumer] = needsOf([preview]);
  expect(own).toMatchObject({
    account: undefined,
    changes: {
      shares: { added: 1, removed: 1 },
      sharedResources: { added: 3, removed: 3 },
      pendingInvitations: { added: 2, removed: 0 },
    },
    hasUnknown: true,
  });
  expect(consumer).toMatchObject({ account: "consumer", hasUnknown: false });
});

const creation = (kind: string, name: string, inputs: object) => step("create", kind, name, { after: { inputs } });

test.each([
  ["ResourceShare", { name: "net", adopt: "rs-1" }],
  ["ShareAssociation", { shareId: "rs-1", adopt: "rs-1/a" }],
])("counts no quota for a resource or a target of an adopted %s, which may have them already", (kind, inputs) => {
  const content = { resources: vswitches(9), targets: ["1000000000000002"] };
  const [need] = needs(creation(kind, "adopted", { ...inputs, ...content }));
  expect(need).toMatchObject({ changes: { sharedResources: { added: 0 }, pendingInvitations: { added: 0 } } });
});

test("counts a resource that moves between resources of the stack neither as added nor as removed in a quota", () => {
  const inputs = { name: "net", resources: vswitches(2) };
  const before = { id: "rs-1", inputs, outputs: held(2) };
  const [need] = needs(
    step("update", "ResourceShare", "net", { before, after: { id: "rs-1", inputs: { name: "net", resources: vswitches(1) } } }),
    creation("ShareAssociation", "more", { shareId: "rs-1", resources: [vswitches(2)[1]] }),
  );
  expect(need?.changes.sharedResources).toEqual({ added: 0, removed: 0 });
});

test("reports that an account which only leaves shares needs no quota", () => {
  const inputs = { shareId: "rs-1" };
  const [need] = needs(step("delete", "InvitationAcceptor", "i", { before: { id: "rs-1", inputs, outputs: inputs } }));
  expect(need).toMatchObject({ isOfReceiver: true, isChanged: true });
});
