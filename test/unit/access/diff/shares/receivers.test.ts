import { expect, test } from "vitest";
import type { KnownIds } from "../../../../../access/diff/known-ids.ts";
import type { PlannedOperation, PlannedResource } from "../../../../../access/diff/planned-resource.ts";
import type { PlannedShare } from "../../../../../access/diff/planned-shares.ts";
import type { ResourceState } from "../../../../../access/diff/resource-state.ts";
import { type Contribution, targetKey } from "../../../../../access/diff/shares/contribution.ts";
import { accountKey } from "../../../../../access/diff/shares/owner-account.ts";
import { afterAcceptors } from "../../../../../access/diff/shares/receivers.ts";
import { type Associated, type Target, targetOf } from "../../../../../access/share-snapshot.ts";

const known: KnownIds = {
  external: new Map(),
  members: undefined,
  types: new Map(),
  accounts: new Map([[accountKey("partner"), "11"]]),
  shareNames: new Map(),
  defaults: new Map(),
};
const stateOf = (inputs: ResourceState["inputs"], outputs: ResourceState["outputs"] = {}): ResourceState => ({
  ...{ id: "i", inputs, outputs, shareIdSources: [], pendingReplacement: false, retainOnDelete: false, deletedWith: undefined },
});
const resource = (operation: PlannedOperation, before?: ResourceState, after?: ResourceState): PlannedResource => ({
  ...{ urn: "urn", kind: "InvitationAcceptor", operation, isRetained: false, before, after },
});
const accepts = (account: string) => resource("create", undefined, stateOf({ account }));
const leaves = (outputs: ResourceState["outputs"], inputs: ResourceState["inputs"] = {}) => resource("delete", stateOf(inputs, outputs));
const invited = { receiverAccountId: "11", invitationId: "i-1" };
const target = (id: string, external: boolean | null, pending = true): Associated<Target> => ({ entity: targetOf(id, external), pending });
const contribution = (operation: PlannedOperation, targets: readonly Associated<Target>[]): Contribution => ({
  ...{ resource: resource(operation), targets, resources: [], permissionByType: new Map(), permissionNames: [] },
  ...{ entityKeys: new Set(targets.map(({ entity }) => targetKey(entity))), allPermissionNames: new Set() },
  hasUnknown: { targets: false, resources: false, permissions: false, properties: false },
});

/** The targets after an update, as `id`, or `id pending`. */
function after(targets: readonly Associated<Target>[], acceptors: readonly PlannedResource[], before: readonly Contribution[] = []) {
  const planned: PlannedShare = { key: "rs-1", share: undefined, before, after: before, acceptors, isUnidentified: false };
  const snapshot = { share: { name: "net" }, account: "1", resources: [], targets, permissions: new Map<string, string>() };
  return afterAcceptors(planned, snapshot, known).targets.map(({ entity, pending }) => `${entity.id}${pending ? " pending" : ""}`);
}

test("lets an acceptor without a change accept what was shared before, and nothing new", () => {
  const targets = [target("11", true), target("12", null)];
  const idle = resource("same", stateOf({}, { receiverAccountId: "12" }), stateOf({}));
  expect(after(targets, [idle])).toEqual(["11 pending", "12 pending"]);
  expect(after(targets, [idle], [contribution("same", [target("12", null)])])).toEqual(["11 pending", "12"]);
});

test("predicts that associations in progress inside the directory settle when the update changes the share", () => {
  const targets = [target("11", false), target("12", false, false)];
  const own = contribution("same", targets);
  expect(after(targets, [], [own])).toEqual(["11 pending", "12"]);
  expect(after(targets, [], [own, contribution("update", [])])).toEqual(["11", "12"]);
});

test("ends the access of an account whose acceptor leaves the share, and of no account that stays, was not invited or accepts again", () => {
  const targets = [target("11", true, false), target("12", true, false)];
  const earlier = [contribution("same", targets)];
  expect(after(targets, [leaves(invited)], earlier)).toEqual(["12"]);
  expect(after(targets, [leaves({ invitationId: "i-1" }, { account: "partner" })], earlier)).toEqual(["12"]);
  expect(after(targets, [leaves(invited, { leaveOnDelete: false })], earlier)).toEqual(["11", "12"]);
  expect(after(targets, [leaves({ receiverAccountId: "11" })], earlier)).toEqual(["11", "12"]);
  expect(after(targets, [leaves({ invitationId: "i-1" })], earlier)).toEqual(["11", "12"]);
  expect(after(targets, [leaves(invited), accepts("partner")], earlier)).toEqual(["11", "12"]);
  expect(after(targets, [{ ...leaves(invited), isRetained: true }], earlier)).toEqual(["11", "12"]);
});
