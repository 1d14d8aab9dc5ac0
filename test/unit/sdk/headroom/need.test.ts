import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreview } from "../../../../access/diff/preview.ts";
import { needsOf } from "../../../../sdk/headroom/need.ts";
import { create, previewOf, record, remove, same, update } from "../../access/diff/steps.ts";

const needs = (...steps: readonly object[]) => needsOf([previewOf(...steps)]);

const vswitches = (count: number) => Array.from({ length: count }, (_, index) => ({ type: "VSwitch", id: `vsw-${index}` }));
const held = (resources: number) => ({
  name: "net",
  associations: vswitches(resources).map(({ id }) => record("Resource", "VSwitch", id)),
});

test("needs no quota for a preview without changes", () => {
  const share = { kind: "ResourceShare", name: "net", id: "rs-1", inputs: { name: "net", resources: vswitches(2) }, outputs: held(2) };
  expect(needs(same(share))).toMatchObject([{ isChanged: false }]);
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

test.each([
  ["ResourceShare", { name: "net", adopt: "rs-1" }],
  ["ShareAssociation", { shareId: "rs-1", adopt: "rs-1/a" }],
])("counts no quota for a resource or a target of an adopted %s, which may have them already", (kind, inputs) => {
  const content = { resources: vswitches(9), targets: ["1000000000000002"] };
  const [need] = needs(create({ kind, name: "adopted", inputs: { ...inputs, ...content } }));
  expect(need).toMatchObject({ changes: { sharedResources: { added: 0 }, pendingInvitations: { added: 0 } } });
});

test("counts a resource that moves between resources of the stack neither as added nor as removed in a quota", () => {
  const before = { kind: "ResourceShare", name: "net", id: "rs-1", inputs: { name: "net", resources: vswitches(2) }, outputs: held(2) };
  const [need] = needs(
    update(before, { ...before, inputs: { name: "net", resources: vswitches(1) } }),
    create({ kind: "ShareAssociation", name: "more", inputs: { shareId: "rs-1", resources: [vswitches(2)[1]] } }),
  );
  expect(need?.changes.sharedResources).toEqual({ added: 0, removed: 0 });
});

test("reports that an account which only leaves shares needs no quota", () => {
  const inputs = { shareId: "rs-1" };
  const [need] = needs(remove({ kind: "InvitationAcceptor", name: "i", id: "rs-1", inputs, outputs: inputs }));
  expect(need).toMatchObject({ isOfReceiver: true, isChanged: true });
});
