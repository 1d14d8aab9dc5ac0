import { expect, test } from "vitest";
import { UNKNOWN as unknown } from "../../../../provider/lifecycle/resource.ts";
import { diffAccess } from "../../../../access/diff/access-diff.ts";
import { failedChecks } from "../../../../access/diff/review/checks.ts";
import type { LiveLookup } from "../../../../access/diff/live-lookup.ts";
import { noPolicies } from "../../../../access/diff/policies/policy-findings.ts";
import type { Step } from "../../../../access/diff/preview.ts";
import type { ResourceState } from "../../../../access/diff/resource-state.ts";

const urn = (kind: string, name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
const state = (id: string | undefined, values: Record<string, unknown>, shareIdSources: readonly string[] = []): ResourceState => {
  const record = (kind: string, items: unknown) =>
    Array.isArray(items)
      ? items.map((item: unknown) => {
          const [entityType, entityId] = String(item).includes(":") ? String(item).split(":") : ["Account", String(item)];
          return { kind, entityType, entityId, status: "Associated", external: false };
        })
      : [];
  const entities = Array.isArray(values["entities"]) ? values["entities"].map(String) : [];
  const resources = entities.map((entity) => ({ type: entity.split(":")[0], id: entity.split(":")[1] }));
  const { entities: _, ...rest } = values;
  const inputs = { ...rest, resources };
  return {
    id,
    inputs,
    outputs: { ...inputs, associations: [...record("Resource", entities), ...record("Target", values["targets"])] },
    shareIdSources,
    pendingReplacement: false,
    retainOnDelete: false,
    deletedWith: undefined,
  };
};
const step = (kind: string, name: string, op: string, before: ResourceState | undefined, after: ResourceState | undefined): Step => ({
  op,
  urn: urn(kind, name),
  kind,
  before,
  // The engine has no outputs before the update.
  after: after && { ...after, outputs: after.inputs },
});
const withOptions = ({ before, ...rest }: Step, options: Partial<ResourceState>): Step => ({
  ...rest,
  before: before && { ...before, ...options },
});
const retained = (one: Step) => withOptions(one, { retainOnDelete: true });
const deletedFirst = (one: Step) => withOptions(one, { pendingReplacement: true });
const one = (steps: readonly Step[], live?: LiveLookup, omitted = 0) =>
  diffAccess({ steps, deleted: [], omitted, hasDependencies: true, hasSecrets: false, policies: noPolicies }, { live });
const lines = (steps: readonly Step[], live?: LiveLookup) =>
  one(steps, live).changes.map(
    ({ change, target, resource, permission, gap, pending }) =>
      `${change} ${target.id} ${resource.id} ${permission}${gap ? " gap" : ""}${pending ? " pending" : ""}`,
  );
const share = (name: string, op: string, before: Record<string, unknown> | undefined, after: Record<string, unknown> | undefined) =>
  step("ResourceShare", name, op, before && state(`rs-${name}`, { name, ...before }), after && state(undefined, { name, ...after }));
const v1 = { entities: ["VSwitch:v1"], targets: ["11"] };

test("reports no loss of access that another share still grants", () => {
  expect(lines([share("a", "delete", v1, undefined), share("b", "same", v1, v1)])).toEqual(["kept 11 v1 default"]);
});

test("reports no loss when a retained share or association leaves the stack", () => {
  expect(lines([retained(share("a", "delete", v1, undefined))])).toEqual(["kept 11 v1 default"]);
  const more = step("ShareAssociation", "m", "delete", state("rs-a/x", { shareId: "rs-a", targets: ["12"] }), undefined);
  const kept = share("a", "same", v1, v1);
  expect(lines([kept, retained(more)])).toEqual(["kept 11 v1 default", "kept 12 v1 default"]);
  expect(lines([kept, more])).toEqual(["kept 11 v1 default", "lost 12 v1 default"]);
});

test("keeps a retained share's access beside its replacement, without a gap", () => {
  const changed = { entities: ["VSwitch:v2"], targets: ["11"] };
  expect(lines([retained(deletedFirst(share("a", "replace", v1, changed)))])).toEqual(["kept 11 v1 default", "gained 11 v2 default"]);
});

test("reports the access of a replaced share as lost where the replacement does not grant it", () => {
  const changed = { entities: ["VSwitch:v2"], targets: ["11"] };
  for (const replaced of [share("a", "replace", v1, changed), deletedFirst(share("a", "replace", v1, changed))]) {
    expect(lines([replaced])).toEqual(["lost 11 v1 default", "gained 11 v2 default"]);
  }
});

test("keeps the access of a share that another resource adopts, unless that one is exclusive", () => {
  const adopts = (more: object) =>
    step("ResourceShare", "b", "create", undefined, state(undefined, { adopt: "rs-a", targets: ["12"], ...more }));
  const released = share("a", "delete", v1, undefined);
  const releasedExclusive = share("a", "delete", { ...v1, exclusive: true }, undefined);
  expect(lines([adopts({}), released])).toEqual(["kept 11 v1 default", "gained 12 v1 default"]);
  expect(lines([adopts({ exclusive: true, entities: ["VSwitch:v1"] }), releasedExclusive])).toEqual([
    "lost 11 v1 default",
    "gained 12 v1 default",
  ]);
});

test("names the account of a share: of its state, else the known id of the named account, else the name", () => {
  const accounts = (steps: readonly Step[]) => one(steps).changes.map(({ account }) => account);
  expect(accounts([share("a", "same", { ...v1, owner: "1", accountId: "2" }, v1)])).toEqual(["1"]);
  expect(accounts([share("a", "same", { ...v1, accountId: "2", account: "c" }, { ...v1, account: "c" })])).toEqual(["2"]);
  const created = share("b", "create", undefined, { entities: ["VSwitch:v2"], targets: ["11"], account: "c" });
  expect(accounts([created])).toEqual(["c"]);
  const other = share("a", "same", { name: "a", account: "c", accountId: "2" }, { name: "a", account: "c" });
  expect(accounts([other, created])).toEqual(["2"]);
  expect(accounts([share("b", "create", undefined, v1)])).toEqual([undefined]);
});

test("reports a gap when a share is deleted before its replacement is created, and none otherwise", () => {
  expect(lines([share("a", "replace", v1, v1)])).toEqual(["kept 11 v1 default"]);
  expect(lines([deletedFirst(share("a", "replace", v1, v1))])).toEqual(["kept 11 v1 default gap"]);
});

test("reports a gap when an association is replaced, unless the share lists the same", () => {
  const parts = { shareId: "rs-a", targets: ["11"] };
  const association = deletedFirst(step("ShareAssociation", "m", "replace", state("rs-a/x", parts), state(undefined, parts)));
  expect(lines([share("a", "same", { entities: ["VSwitch:v1"] }, { entities: ["VSwitch:v1"] }), association])).toEqual([
    "kept 11 v1 default gap",
  ]);
  expect(lines([share("a", "same", v1, v1), association])).toEqual(["kept 11 v1 default"]);
});

test("reports a gap when an entity moves from a share's lists to an association of it", () => {
  const association = step("ShareAssociation", "m", "create", undefined, state(undefined, { shareId: "rs-a", targets: ["11"] }));
  expect(lines([share("a", "update", v1, { entities: ["VSwitch:v1"] }), association])).toEqual(["kept 11 v1 default gap"]);
});

test("links an association to a new share by the source of its id", () => {
  const values = { shareId: unknown, targets: ["11"] };
  const association = step("ShareAssociation", "m", "create", undefined, state(undefined, values, [urn("ResourceShare", "b")]));
  const made = [
    share("a", "create", undefined, { entities: ["VSwitch:v1"] }),
    share("b", "create", undefined, { entities: ["VSwitch:v2"] }),
    association,
  ];
  expect(lines(made)).toEqual(["gained 11 v2 default"]);
});

test("reports losses and gains of an unknown list as unknown", () => {
  expect(lines([share("a", "update", v1, { ...v1, targets: unknown })])).toEqual(["unknown 11 v1 default", "unknown unknown v1 default"]);
});

test("reports access through a share elsewhere as unknown unless it is looked up", () => {
  const association = step("ShareAssociation", "m", "create", undefined, state(undefined, { shareId: "rs-x", targets: ["fd-1"] }));
  expect(lines([association])).toEqual(["unknown fd-1 unknown unknown"]);
  expect(one([association]).remarks[0]).toContain("share rs-x is managed elsewhere");
  const content = {
    share: { name: "x", id: "rs-x" },
    account: "1",
    resources: [{ entity: { type: "Image", id: "m1" }, pending: false }],
    targets: [],
    permissions: new Map([["Image", "AliyunRSDefaultPermissionImage"]]),
  };
  const live = { shares: new Map([["rs-x", content]]), accounts: new Map(), defaults: new Map(), remarks: [] };
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
    resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: ["11", "12"].map((id) => ({ entity: { id, kind: "Account" as const, external: false }, pending: false })),
    permissions: new Map([["VSwitch", "Narrow"]]),
  };
  const live = { shares: new Map([["rs-a", content]]), accounts: new Map(), defaults: new Map(), remarks: [] };
  const taker = share("a", "create", undefined, { ...v1, exclusive: true, adopt: "rs-a" });
  expect(lines([taker], live)).toEqual(["kept 11 v1 Narrow", "lost 12 v1 Narrow"]);
});

test("reports an invitation as pending until an acceptor of the stack answers it", () => {
  const open = share("a", "create", undefined, { ...v1, allowExternalTargets: true });
  const acceptor = step("InvitationAcceptor", "i", "create", undefined, state(undefined, { shareId: unknown, account: "c" }, [open.urn]));
  expect(lines([open])).toEqual(["gained 11 v1 default pending"]);
  expect(lines([open, acceptor])).toEqual(["gained 11 v1 default"]);
});

test("reports a loss of access for an account that leaves a share", () => {
  const outside = share("a", "same", v1, v1);
  const left = state("rs-a", { shareId: "rs-a", receiverAccountId: "11", invitationId: "i-1" });
  expect(lines([outside, step("InvitationAcceptor", "i", "delete", left, undefined)])).toEqual(["lost 11 v1 default"]);
});

const accepted = (account: string, receiverAccountId: string, more: object = {}) =>
  state("rs-a", { shareId: "rs-a", account, receiverAccountId, invitationId: "i-1", ...more });
const replacedBy = (account: string) => {
  const wanted = state(undefined, { shareId: "rs-a", account });
  return deletedFirst(step("InvitationAcceptor", "i", "replace", accepted("consumer", "11"), wanted));
};

test("keeps the access of an account whose acceptor is replaced", () => {
  const other = step("InvitationAcceptor", "j", "same", accepted("c2", "11"), accepted("c2", "11"));
  expect(lines([share("a", "same", v1, v1), replacedBy("consumer")])).toEqual(["kept 11 v1 default"]);
  expect(lines([share("a", "same", v1, v1), replacedBy("c2"), other])).toEqual(["kept 11 v1 default"]);
});

test("reports the loss of an account whose acceptor is replaced by that of another one, and unknown access where that is not known", () => {
  const other = step("InvitationAcceptor", "j", "same", accepted("c2", "12"), accepted("c2", "12"));
  expect(lines([share("a", "same", v1, v1), replacedBy("c2"), other])).toEqual(["lost 11 v1 default"]);
  expect(lines([share("a", "same", v1, v1), replacedBy("c2")])).toEqual(["unknown 11 v1 default"]);
  const renamed = step("InvitationAcceptor", "k", "create", undefined, state(undefined, { shareId: "rs-a", account: "c2" }));
  const removed = step("InvitationAcceptor", "i", "delete", accepted("consumer", "11"), undefined);
  expect(lines([share("a", "same", v1, v1), removed, renamed])).toEqual(["unknown 11 v1 default"]);
});

test("reports a gap for an account that leaves a replaced share before it accepts the replacement", () => {
  const open = { ...v1, allowExternalTargets: true };
  const acceptor = step(
    ...(["InvitationAcceptor", "i", "replace"] as const),
    accepted("consumer", "11"),
    state(undefined, { shareId: unknown, account: "consumer" }, [urn("ResourceShare", "a")]),
  );
  expect(lines([share("a", "replace", open, open), deletedFirst(acceptor)])).toEqual(["kept 11 v1 default gap"]);
});

test("reports unknown losses of a share that becomes exclusive, unless its content is looked up", () => {
  const exclusive = share("a", "update", v1, { ...v1, exclusive: true });
  expect(lines([exclusive])).toEqual([
    "kept 11 v1 default",
    "unknown 11 unknown unknown",
    "unknown unknown v1 default",
    "unknown unknown unknown unknown",
  ]);
  const diff = one([exclusive]);
  expect(failedChecks(["loss", "unknown"], diff)).toEqual(["loss: 3 may be lost", "unknown: not everything is known"]);
  expect(diff.remarks[0]).toContain("share rs-a becomes exclusive");
  expect(lines([share("a", "update", { ...v1, exclusive: true }, { ...v1, exclusive: true, name: "b" })])).toEqual(["kept 11 v1 default"]);
  const content = {
    share: { name: "a", id: "rs-a" },
    account: "1",
    resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: ["11", "12"].map((id) => ({ entity: { id, kind: "Account" as const, external: false }, pending: false })),
    permissions: new Map(),
  };
  const live = { shares: new Map([["rs-a", content]]), accounts: new Map(), defaults: new Map(), remarks: [] };
  expect(lines([exclusive], live)).toEqual(["kept 11 v1 default", "lost 12 v1 default"]);
});

test("reports a changed permission as different access", () => {
  const named = (permissionName: string) => state("rs-a/p", { shareId: "rs-a", permissionName, resourceType: "VSwitch" });
  const permission = step("SharePermission", "p", "update", named("VSwitchRead"), named("VSwitchWrite"));
  expect(lines([share("a", "same", v1, v1), permission])).toEqual(["lost 11 v1 VSwitchRead", "gained 11 v1 VSwitchWrite"]);
});

test("reports resources that the preview omits as missing", () => {
  expect(one([], undefined, 3).remarks[0]).toContain("3 of the stack's resources");
});

test.each<[title: string, steps: readonly Step[], fails: boolean]>([
  ["an open share", [share("a", "create", undefined, { ...v1, targets: ["fd-1", unknown], allowExternalTargets: true })], true],
  ["a share that may become open", [share("a", "create", undefined, { ...v1, targets: unknown, allowExternalTargets: unknown })], true],
  [
    "an open share of unknown resources",
    [share("a", "create", undefined, { entities: [], resourceArns: unknown, targets: [unknown], allowExternalTargets: true })],
    true,
  ],
  [
    "a share elsewhere that gets a resource",
    [step("ShareAssociation", "m", "create", undefined, state(undefined, { shareId: "rs-x", entities: ["VSwitch:v1"] }))],
    true,
  ],
  ["a share without resources", [share("a", "create", undefined, { targets: [unknown], allowExternalTargets: true })], false],
  ["a closed share", [share("a", "create", undefined, { ...v1, targets: [unknown] })], false],
  [
    "an open share that does not change",
    [share("a", "same", { ...v1, allowExternalTargets: true }, { ...v1, allowExternalTargets: true })],
    false,
  ],
])("counts unknown targets for --fail-on external in %s: %#", (_title, steps, fails) => {
  const diff = one(steps);
  expect(failedChecks(["external"], diff)).toEqual(
    fails ? ["external: 1 share with targets that are not known yet, which may be outside the resource directory"] : [],
  );
  expect(diff.remarks.some((remark) => remark.includes("may be outside the resource directory"))).toBe(fails);
});

test("fails --fail-on external for a service that gains access, because it is in no directory", () => {
  const failed = (targets: readonly string[]) =>
    failedChecks(["external"], one([share("a", "create", undefined, { ...v1, targets, allowExternalTargets: true })]));
  expect(failed(["fd-1"])).toEqual([]);
  expect(failed(["fd-1", "ros.aliyuncs.com"])).toEqual(["external: 1 service would gain access"]);
});

test.each(["VSwitch", "v-switch", "vswitch"])(
  "reports no change when a program names a resource by an ARN with the type %s, or by that type",
  (type) => {
    const entities = (arn: object) => [share("a", "update", v1, { targets: ["11"], ...arn })];
    expect(lines(entities({ resourceArns: [`acs:vpc:cn-hangzhou:1:${type}/v1`] }))).toEqual(["kept 11 v1 default"]);
    expect(lines(entities({ entities: [`${type}:v1`] }))).toEqual(["kept 11 v1 default"]);
  },
);
