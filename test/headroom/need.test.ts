import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreview } from "../../sdk/access/diff/preview.ts";
import { needsOf } from "../../sdk/headroom/need.ts";

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
const accounts = (count: number) => Array.from({ length: count }, (_, index) => `${1_000_000_000_000_001 + index}`);
const association = (kind: string, entityType: string, entityId: string) => ({ kind, entityType, entityId, status: "Associated" });
const held = (resources: number) => ({
  name: "net",
  associations: vswitches(resources).map(({ id }) => association("Resource", "VSwitch", id)),
});

test("counts a created share with its first entities in one call, and the others five to a call", () => {
  const inputs = { name: "net", allowExternalTargets: true, resources: vswitches(12), targets: [...accounts(3), "fd-1"] };
  const [need, ...others] = needs(step("create", "ResourceShare", "net", { after: { inputs } }));
  expect(others).toEqual([]);
  expect(need).toMatchObject({
    changes: {
      shares: { added: 1, removed: 0 },
      sharedResources: { added: 12, removed: 0 },
      pendingInvitations: { added: 3, removed: 0 },
    },
    associations: 16,
    hasUnknown: false,
  });
  expect(Object.fromEntries(need?.calls ?? [])).toEqual({ CreateResourceShare: 1, AssociateResourceShare: 2, UntagResources: 1 });
});

test("counts the share and the resources of a replacement as added, and those of the old share as removed", () => {
  const before = { id: "rs-1", inputs: { name: "net", resources: vswitches(7) }, outputs: held(7) };
  const after = { inputs: { name: "net", resources: vswitches(7) } };
  const [need] = needs(
    step("create-replacement", "ResourceShare", "net", { before, after }),
    step("replace", "ResourceShare", "net", { before, after }),
    step("delete-replaced", "ResourceShare", "net", { before }),
  );
  expect(need?.changes).toMatchObject({ shares: { added: 1, removed: 1 }, sharedResources: { added: 7, removed: 7 } });
  expect(Object.fromEntries(need?.calls ?? [])).toEqual({
    CreateResourceShare: 1,
    AssociateResourceShare: 1,
    UntagResources: 1,
    DeleteResourceShare: 1,
  });
});

test("counts neither an adopted share nor what a share has already as added", () => {
  const [need] = needs(
    step("create", "ResourceShare", "adopted", { after: { inputs: { name: "adopted", adopt: "rs-9" } } }),
    step("update", "ResourceShare", "net", {
      before: { id: "rs-1", inputs: { name: "net", resources: vswitches(2) }, outputs: held(2) },
      after: { id: "rs-1", inputs: { name: "renamed", resources: vswitches(8) } },
    }),
  );
  expect(need?.changes).toMatchObject({ shares: { added: 0, removed: 0 }, sharedResources: { added: 6, removed: 0 } });
  expect(Object.fromEntries(need?.calls ?? [])).toEqual({ UpdateResourceShare: 1, AssociateResourceShare: 2 });
});

test("returns the fewest seconds at the limit of the slowest operation, for each account and region", () => {
  const create = (name: string, place: object) => step("create", "ResourceShare", name, { after: { inputs: { name, ...place } } });
  const here = Array.from({ length: 31 }, (_, index) => create(`here-${index}`, {}));
  const there = Array.from({ length: 10 }, (_, index) => create(`there-${index}`, { account: "network", region: "cn-beijing" }));
  expect(needs(...here, ...there).map(({ account, region, seconds }) => ({ account, region, seconds }))).toEqual([
    { account: undefined, region: undefined, seconds: 3 },
    { account: "network", region: "cn-beijing", seconds: 0 },
  ]);
});

test("needs nothing for a preview without changes", () => {
  const state = { id: "rs-1", inputs: { name: "net", resources: vswitches(2) }, outputs: held(2) };
  expect(needs(step("same", "ResourceShare", "net", { before: state, after: state }))).toEqual([]);
});

test("counts what is known in a preview of the real engine, and reports that the rest is not", () => {
  const preview = readPreview(readFileSync(join(import.meta.dirname, "../command/previews/edit.json"), "utf8"));
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
  expect(Object.fromEntries(own?.calls ?? [])).toEqual({
    CreateResourceShare: 1,
    DeleteResourceShare: 1,
    AssociateResourceShare: 3,
    DisassociateResourceShare: 1,
    AssociateResourceSharePermission: 2,
    TagResources: 1,
    UntagResources: 1,
  });
  expect(consumer).toMatchObject({ account: "consumer", hasUnknown: false });
  expect(Object.fromEntries(consumer?.calls ?? [])).toEqual({ AcceptResourceShareInvitation: 1 });
});
