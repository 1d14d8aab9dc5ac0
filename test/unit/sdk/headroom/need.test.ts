import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { UpdateResourceShare } from "../../../../provider/api/shares.ts";
import type { RequestOf } from "../../../../provider/wire/operation.ts";
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

test("needs nothing for a preview without changes", () => {
  const state = { id: "rs-1", inputs: { name: "net", resources: vswitches(2) }, outputs: held(2) };
  expect(needs(step("same", "ResourceShare", "net", { before: state, after: state }))).toMatchObject([
    { isChanged: false, associations: 0 },
  ]);
});

test("counts what is known in a preview of the real engine, and reports that the rest is not", () => {
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
  expect(Object.fromEntries(own?.calls ?? [])).toEqual({
    CreateResourceShare: 1,
    DeleteResourceShare: 1,
    AssociateResourceShare: 3,
    DisassociateResourceShare: 1,
    AssociateResourceSharePermission: 2,
    DisassociateResourceSharePermission: 1,
    TagResources: 1,
    UntagResources: 1,
  });
  expect(consumer).toMatchObject({ account: "consumer", hasUnknown: false });
  expect(Object.fromEntries(consumer?.calls ?? [])).toEqual({ AcceptResourceShareInvitation: 1 });
});

const callsOf = (...steps: readonly object[]) => needs(...steps).map(({ calls }) => Object.fromEntries(calls));
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
/** The update of a share from some arguments to others. */
const edit = (name: string, before: object, after: object) =>
  step("update", "ResourceShare", name, {
    before: { id: `rs-${name}`, inputs: { name, ...before }, outputs: { name, ...before } },
    after: { id: `rs-${name}`, inputs: { name, ...after } },
  });
const creation = (kind: string, name: string, inputs: object) => step("create", kind, name, { after: { inputs } });
const removal = (kind: string, name: string, inputs: object) =>
  step("delete", kind, name, { before: { id: name, inputs, outputs: inputs } });

test("counts a move to another resource group, one share to a call", () => {
  const moved = range(500).map((index) => edit(`${index}`, { resourceGroupId: "rg-1" }, { resourceGroupId: "rg-2" }));
  const [need] = needs(
    ...moved,
    edit("kept", { resourceGroupId: "rg-1" }, {}),
    edit("same", { resourceGroupId: "rg-2" }, { resourceGroupId: "rg-2" }),
  );
  expect(Object.fromEntries(need?.calls ?? [])).toEqual({ ChangeResourceGroup: 500 });
  expect(need?.seconds).toBe(49);
});

test("counts one call of tags for up to twenty shares with the same change", () => {
  expect(callsOf(...range(500).map((index) => edit(`${index}`, { tags: { a: "-" } }, { tags: { a: `${index}` } })))).toEqual([
    { TagResources: 500 },
  ]);
  expect(callsOf(...range(41).map((index) => edit(`${index}`, {}, { tags: { a: "1", b: "2" } })))).toEqual([{ TagResources: 3 }]);
  expect(callsOf(...range(41).map((index) => edit(`${index}`, { tags: { a: "1", b: "2" } }, { tags: { b: "2" } })))).toEqual([
    { UntagResources: 3 },
  ]);
  const moved = creation("ShareTags", "t", { shareId: "rs-0", tags: { c: "3" } });
  expect(callsOf(edit("0", { tags: { c: "3" } }, {}), moved)).toEqual([{}]);
  expect(callsOf(removal("ShareTags", "t", { shareId: "rs-0", tags: { c: "3" } }))).toEqual([{ UntagResources: 1 }]);
});

test("counts no tag that the creating call sets, that goes with its share, or that is not known", () => {
  const tags = (count: number) => Object.fromEntries(range(count).map((index) => [`key-${index}`, "x"]));
  const untagging = { CreateResourceShare: 1, UntagResources: 1 };
  expect(callsOf(creation("ResourceShare", "new", { name: "new", tags: tags(19) }))).toEqual([untagging]);
  expect(callsOf(creation("ResourceShare", "new", { name: "new", tags: tags(20) }))).toEqual([{ ...untagging, TagResources: 1 }]);
  expect(callsOf(removal("ResourceShare", "old", { name: "old", tags: tags(3) }))).toEqual([{ DeleteResourceShare: 1 }]);
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect(callsOf(edit("0", { tags: tags(2) }, { tags: unknown }))).toEqual([{}]);
  expect(callsOf(edit("0", { tags: tags(1) }, { tags: { "key-0": unknown } }))).toEqual([{}]);
});

test("counts the permissions of associations, and those of a new share beyond the first five", () => {
  const associated = range(300).map((index) =>
    creation("ShareAssociation", `${index}`, { shareId: `rs-${index}`, resources: vswitches(1), permissionNames: ["P"] }),
  );
  expect(callsOf(...associated)).toEqual([{ AssociateResourceShare: 300, AssociateResourceSharePermission: 300 }]);
  const permissionNames = range(7).map((index) => `P${index}`);
  const created = { CreateResourceShare: 1, UntagResources: 1, AssociateResourceSharePermission: 2 };
  expect(callsOf(creation("ResourceShare", "new", { name: "new", permissionNames }))).toEqual([created]);
  expect(callsOf(creation("ResourceShare", "new", { name: "new", permissionNames, adopt: "rs-1" }))).toEqual([{}]);
});

test.each([
  ["ResourceShare", { name: "net", adopt: "rs-1" }],
  ["ShareAssociation", { shareId: "rs-1", adopt: "rs-1/a" }],
])("counts no resource and no target of an adopted %s, which may have them already", (kind, inputs) => {
  const content = { resources: vswitches(9), targets: ["1000000000000002"], permissionNames: ["P"], tags: { a: "1" } };
  const [need] = needs(creation(kind, "adopted", { ...inputs, ...content }));
  expect(Object.fromEntries(need?.calls ?? [])).toEqual({});
  expect(need).toMatchObject({ associations: 0, changes: { sharedResources: { added: 0 }, pendingInvitations: { added: 0 } } });
});

test("counts permissions that leave a share, unless another resource of the stack still names them", () => {
  const [wide, narrow] = [{ permissionNames: ["Wide"] }, { permissionNames: ["Narrow"] }];
  const replaced = { AssociateResourceSharePermission: 1, DisassociateResourceSharePermission: 1 };
  expect(callsOf(edit("a", wide, narrow))).toEqual([replaced]);
  const kept = creation("SharePermission", "p", { shareId: "rs-a", permissionName: "Wide" });
  expect(callsOf(edit("a", wide, narrow), kept)).toEqual([{ AssociateResourceSharePermission: 1 }]);
  const association = { shareId: "rs-a", targets: ["fd-1"], ...wide };
  expect(callsOf(removal("ShareAssociation", "m", association))[0]).toMatchObject({ DisassociateResourceSharePermission: 1 });
  expect(callsOf(removal("ResourceShare", "a", { name: "a", ...wide }))).toEqual([{ DeleteResourceShare: 1 }]);
});

/** A change of each argument that the call sends: a new argument does not compile until it is here. */
const sent: Readonly<Record<Exclude<keyof RequestOf<typeof UpdateResourceShare>, "ResourceShareId">, object>> = {
  ResourceShareName: { name: "new" },
  AllowExternalTargets: { allowExternalTargets: true },
};

test.each(Object.entries(sent))("counts a call of UpdateResourceShare for a change of %s", (_, change) => {
  expect(callsOf(edit("a", {}, change))).toEqual([{ UpdateResourceShare: 1 }]);
});

test("counts the opening and the closing of a share, and no default that is written out", () => {
  expect(callsOf(edit("a", {}, { allowExternalTargets: true, name: "new" }))).toEqual([{ UpdateResourceShare: 1 }]);
  expect(callsOf(edit("a", { allowExternalTargets: true }, { name: "new" }))).toEqual([{ UpdateResourceShare: 2 }]);
  expect(callsOf(edit("a", {}, { allowExternalTargets: false }))).toEqual([{}]);
});

test("counts the accounts that leave a share, as a need that no quota concerns", () => {
  const [need] = needs(removal("InvitationAcceptor", "i", { shareId: "rs-1" }));
  expect(Object.fromEntries(need?.calls ?? [])).toEqual({ DisassociateResourceShare: 1 });
  expect(need?.isOfReceiver).toBe(true);
  expect(callsOf(removal("InvitationAcceptor", "i", { shareId: "rs-1", leaveOnDelete: false }))).toEqual([{}]);
});
