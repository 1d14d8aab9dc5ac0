import { expect, test } from "vitest";
import { diffAccess, type Live } from "../../../sdk/access/diff/access-diff.ts";
import type { Fate, PlannedResource, Side } from "../../../sdk/access/diff/planned-resource.ts";
import { closedGates, tallyOf } from "../../../sdk/access/diff/counts.ts";
import { noPolicies } from "../../../sdk/access/diff/policies/policy-findings.ts";

const urn = (kind: string, name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
const side = (id: string | undefined, values: Record<string, unknown>, links: readonly string[] = []): Side => {
  const record = (kind: string, items: unknown) =>
    Array.isArray(items)
      ? items.map((item: unknown) => {
          const [entityType, entityId] = String(item).includes(":") ? String(item).split(":") : ["Account", String(item)];
          return { kind, entityType, entityId, status: "Associated", external: false };
        })
      : [];
  const things = Array.isArray(values["things"]) ? values["things"].map(String) : [];
  const resources = things.map((thing) => ({ type: thing.split(":")[0], id: thing.split(":")[1] }));
  const { things: _, ...rest } = values;
  const inputs = { ...rest, resources };
  return {
    id,
    inputs,
    outputs: { ...inputs, associations: [...record("Resource", things), ...record("Target", values["targets"])] },
    links,
    isGoingFirst: false,
    isRetained: false,
    goesWith: undefined,
  };
};
const planned = (kind: string, name: string, fate: Fate, before: Side | undefined, after: Side | undefined): PlannedResource => ({
  urn: urn(kind, name),
  kind,
  fate,
  isLeft: false,
  before,
  // The engine has no outputs before the update.
  after: after && { ...after, outputs: after.inputs },
});
const one = (resources: readonly PlannedResource[], live?: Live, missing = 0) =>
  diffAccess({ resources, missing, hasDependencies: true, hasSecrets: false, policies: noPolicies }, undefined, live);
const lines = (resources: readonly PlannedResource[], live?: Live) =>
  one(resources, live).changes.map(
    ({ change, target, resource, permission, gap, pending }) =>
      `${change} ${target.id} ${resource.id} ${permission}${gap ? " gap" : ""}${pending ? " pending" : ""}`,
  );
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const share = (name: string, fate: Fate, before: Record<string, unknown> | undefined, after: Record<string, unknown> | undefined) =>
  planned("ResourceShare", name, fate, before && side(`rs-${name}`, { name, ...before }), after && side(undefined, { name, ...after }));
const v1 = { things: ["VSwitch:v1"], targets: ["11"] };

test("reports no loss of access that another share still grants", () => {
  expect(lines([share("a", "delete", v1, undefined), share("b", "same", v1, v1)])).toEqual(["kept 11 v1 default"]);
});

test("reports no loss when a retained share or association leaves the stack", () => {
  expect(lines([{ ...share("a", "delete", v1, undefined), isLeft: true }])).toEqual(["kept 11 v1 default"]);
  const more = planned("ShareAssociation", "m", "delete", side("rs-a/x", { shareId: "rs-a", targets: ["12"] }), undefined);
  const kept = share("a", "same", v1, v1);
  expect(lines([kept, { ...more, isLeft: true }])).toEqual(["kept 11 v1 default", "kept 12 v1 default"]);
  expect(lines([kept, more])).toEqual(["kept 11 v1 default", "lost 12 v1 default"]);
});

test("keeps a retained share's access beside its replacement, without a gap", () => {
  const changed = { things: ["VSwitch:v2"], targets: ["11"] };
  expect(lines([{ ...share("a", "gap", v1, changed), isLeft: true }])).toEqual(["kept 11 v1 default", "gained 11 v2 default"]);
});

test("reports a gap when a share is deleted before its replacement is created, and none otherwise", () => {
  expect(lines([share("a", "swap", v1, v1)])).toEqual(["kept 11 v1 default"]);
  expect(lines([share("a", "gap", v1, v1)])).toEqual(["kept 11 v1 default gap"]);
});

test("reports a gap when an association is replaced, unless the share lists the same", () => {
  const parts = { shareId: "rs-a", targets: ["11"] };
  const association = planned("ShareAssociation", "m", "gap", side("rs-a/x", parts), side(undefined, parts));
  expect(lines([share("a", "same", { things: ["VSwitch:v1"] }, { things: ["VSwitch:v1"] }), association])).toEqual([
    "kept 11 v1 default gap",
  ]);
  expect(lines([share("a", "same", v1, v1), association])).toEqual(["kept 11 v1 default"]);
});

test("reports a gap when an entity moves from a share's lists to an association of it", () => {
  const association = planned("ShareAssociation", "m", "create", undefined, side(undefined, { shareId: "rs-a", targets: ["11"] }));
  expect(lines([share("a", "update", v1, { things: ["VSwitch:v1"] }), association])).toEqual(["kept 11 v1 default gap"]);
});

test("links an association to a new share by the source of its id", () => {
  const values = { shareId: unknown, targets: ["11"] };
  const association = planned("ShareAssociation", "m", "create", undefined, side(undefined, values, [urn("ResourceShare", "b")]));
  const made = [
    share("a", "create", undefined, { things: ["VSwitch:v1"] }),
    share("b", "create", undefined, { things: ["VSwitch:v2"] }),
    association,
  ];
  expect(lines(made)).toEqual(["gained 11 v2 default"]);
});

test("reports losses and gains of an unknown list as unknown", () => {
  expect(lines([share("a", "update", v1, { ...v1, targets: unknown })])).toEqual(["unknown 11 v1 default", "unknown unknown v1 default"]);
});

test("reports access through a share elsewhere as unknown unless it is looked up", () => {
  const association = planned("ShareAssociation", "m", "create", undefined, side(undefined, { shareId: "rs-x", targets: ["fd-1"] }));
  expect(lines([association])).toEqual(["unknown fd-1 unknown unknown"]);
  expect(one([association]).remarks[0]).toContain("share rs-x is managed elsewhere");
  const content = {
    share: { name: "x", id: "rs-x" },
    account: "1",
    resources: [{ thing: { type: "Image", id: "m1" }, pending: false }],
    targets: [],
    permissions: new Map([["Image", "AliyunRSDefaultPermissionImage"]]),
  };
  const live = { shares: new Map([["rs-x", content]]), defaults: new Map(), remarks: [] };
  expect(lines([association], live)).toEqual(["gained fd-1 m1 AliyunRSDefaultPermissionImage"]);
});

test("reports access of an adopted object as possibly existing already", () => {
  expect(lines([share("a", "create", undefined, { ...v1, adopt: "rs-a" })])).toEqual(["unknown 11 v1 default"]);
});

test("reports access as kept when it moves from one resource to another", () => {
  const taker = share("b", "create", undefined, { ...v1, targets: ["11", "12"], adopt: "rs-a" });
  expect(lines([share("a", "delete", v1, undefined), taker])).toEqual(["kept 11 v1 default", "gained 12 v1 default"]);
  expect(lines([taker, share("a", "delete", v1, undefined)])).toEqual(["kept 11 v1 default", "gained 12 v1 default"]);
});

test("keeps permissions of an adopted exclusive share and nothing that it does not list", () => {
  const content = {
    share: { name: "a", id: "rs-a" },
    account: "1",
    resources: [{ thing: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: ["11", "12"].map((id) => ({ thing: { id, kind: "Account" as const, external: false }, pending: false })),
    permissions: new Map([["VSwitch", "Narrow"]]),
  };
  const live = { shares: new Map([["rs-a", content]]), defaults: new Map(), remarks: [] };
  const taker = share("a", "create", undefined, { ...v1, exclusive: true, adopt: "rs-a" });
  expect(lines([taker], live)).toEqual(["kept 11 v1 Narrow", "lost 12 v1 Narrow"]);
});

test("reports an invitation as pending until an acceptor of the stack answers it", () => {
  const open = share("a", "create", undefined, { ...v1, allowExternalTargets: true });
  const acceptor = planned("InvitationAcceptor", "i", "create", undefined, side(undefined, { shareId: unknown, account: "c" }, [open.urn]));
  expect(lines([open])).toEqual(["gained 11 v1 default pending"]);
  expect(lines([open, acceptor])).toEqual(["gained 11 v1 default"]);
});

test("reports a loss of access for an account that leaves a share", () => {
  const outside = share("a", "same", v1, v1);
  const left = side("rs-a", { shareId: "rs-a", receiverAccountId: "11", invitationId: "i-1" });
  expect(lines([outside, planned("InvitationAcceptor", "i", "delete", left, undefined)])).toEqual(["lost 11 v1 default"]);
});

test("reports a changed permission as different access", () => {
  const named = (permissionName: string) => side("rs-a/p", { shareId: "rs-a", permissionName, resourceType: "VSwitch" });
  const permission = planned("SharePermission", "p", "update", named("VSwitchRead"), named("VSwitchWrite"));
  expect(lines([share("a", "same", v1, v1), permission])).toEqual(["lost 11 v1 VSwitchRead", "gained 11 v1 VSwitchWrite"]);
});

test("reports resources that the preview omits as missing", () => {
  expect(one([], undefined, 3).remarks[0]).toContain("3 of the stack's resources");
});

test.each<[title: string, resources: readonly PlannedResource[], isClosed: boolean]>([
  ["an open share", [share("a", "create", undefined, { ...v1, targets: ["fd-1", unknown], allowExternalTargets: true })], true],
  ["a share that may become open", [share("a", "create", undefined, { ...v1, targets: unknown, allowExternalTargets: unknown })], true],
  [
    "an open share of unknown resources",
    [share("a", "create", undefined, { things: [], resourceArns: unknown, targets: [unknown], allowExternalTargets: true })],
    true,
  ],
  [
    "a share elsewhere that gets a resource",
    [planned("ShareAssociation", "m", "create", undefined, side(undefined, { shareId: "rs-x", things: ["VSwitch:v1"] }))],
    true,
  ],
  ["a share without resources", [share("a", "create", undefined, { targets: [unknown], allowExternalTargets: true })], false],
  ["a closed share", [share("a", "create", undefined, { ...v1, targets: [unknown] })], false],
  [
    "an open share that does not change",
    [share("a", "same", { ...v1, allowExternalTargets: true }, { ...v1, allowExternalTargets: true })],
    false,
  ],
])("counts unknown targets for --fail-on external in %s: %#", (_title, resources, isClosed) => {
  const foretold = one(resources);
  const closed = closedGates(["external"], tallyOf(foretold), { isIncomplete: false, isRefused: false });
  expect(closed).toEqual(
    isClosed ? ["external: 1 share with targets that are not known yet, which may be outside the resource directory"] : [],
  );
  expect(foretold.remarks.some((remark) => remark.includes("may be outside the resource directory"))).toBe(isClosed);
});

test("fails --fail-on external for a service that gains access, because it is in no directory", () => {
  const of = (targets: readonly string[]) => one([share("a", "create", undefined, { ...v1, targets, allowExternalTargets: true })]);
  const gate = (targets: readonly string[]) => closedGates(["external"], tallyOf(of(targets)), { isIncomplete: false, isRefused: false });
  expect(gate(["fd-1"])).toEqual([]);
  expect(gate(["fd-1", "ros.aliyuncs.com"])).toEqual(["external: 1 service would gain access"]);
});
