import { expect, test } from "vitest";
import { accessOf } from "../../../access/access.ts";
import { accessOfState } from "../../../access/access-from-state.ts";

const urn = (kind: string, name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
const resource = (kind: string, name: string, id: string, outputs: object) => ({
  urn: urn(kind, name),
  type: `pulumi-nodejs:dynamic/resourceshare:${kind}`,
  id,
  inputs: {},
  outputs,
});
const exported = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });
const association = (kind: string, entityType: string, entityId: string, status = "Associated", external?: boolean) => ({
  kind,
  entityType,
  entityId,
  status,
  external,
});
const share = resource("ResourceShare", "net", "rs-1", {
  name: "network",
  owner: "1000000000000001",
  associations: [
    association("Resource", "VSwitch", "vsw-1"),
    association("Target", "Account", "2000000000000001", "Associating", true),
    association("Target", "Folder", "fd-1"),
    association("Target", "Folder", "fd-2", "Failed"),
  ],
});
const summary = (text: string) =>
  accessOf(accessOfState(text).snapshots).map(
    ({ target, resource, permission, pending }) => `${target.id} ${resource.id} ${permission}${pending ? " pending" : ""}`,
  );

test("reports an open invitation as pending, no access for a failed association, and the default for an unnamed permission", () => {
  expect(summary(exported(share))).toEqual(["2000000000000001 vsw-1 default pending", "fd-1 vsw-1 default"]);
});

test("grants what an association adds to all targets of its share", () => {
  const more = resource("ShareAssociation", "more", "rs-1/x", { shareId: "rs-1", associations: [association("Resource", "Image", "m-1")] });
  expect(summary(exported(share, more))).toEqual([
    "2000000000000001 m-1 default pending",
    "2000000000000001 vsw-1 default pending",
    "fd-1 m-1 default",
    "fd-1 vsw-1 default",
  ]);
});

test("applies a permission to its resource type, whichever resource attaches it", () => {
  const permission = resource("SharePermission", "ro", "rs-1/ReadOnly", {
    shareId: "rs-1",
    permissionName: "ReadOnly",
    resourceType: "VSwitch",
  });
  expect(summary(exported(share, permission))).toContain("fd-1 vsw-1 ReadOnly");
});

test("does not report access as pending that another account of the same stack has accepted", () => {
  const acceptor = resource("InvitationAcceptor", "taken", "rs-1", {
    shareId: "rs-1",
    receiverAccountId: "2000000000000001",
    status: "Accepted",
    sharedResources: [{ type: "VSwitch", id: "vsw-1" }],
  });
  expect(summary(exported(share, acceptor))).toEqual(["2000000000000001 vsw-1 default", "fd-1 vsw-1 default"]);
});

test("reports a share that is managed elsewhere as known in part only", () => {
  const text = exported(resource("ShareAssociation", "more", "rs-9/x", { shareId: "rs-9", associations: [] }));
  expect(accessOfState(text).remarks).toEqual(["share rs-9 is managed elsewhere: this state holds only what the stack has added to it"]);
});

test("omits a secret value that is encrypted in the state, and reports that", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
  const text = exported(resource("ResourceShare", "net", "rs-1", { name: secret, associations: [] }));
  expect(accessOfState(text).remarks.join()).toContain("--show-secrets");
  expect(JSON.stringify(accessOfState(text))).not.toContain("v1:x");
});

test("reads the ids in a state whose secret values are decrypted", () => {
  const targets = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: JSON.stringify([association("Target", "Folder", "fd-1"), association("Resource", "VSwitch", "vsw-1")]),
  };
  expect(summary(exported(resource("ResourceShare", "net", "rs-1", { name: "network", associations: targets })))).toEqual([
    "fd-1 vsw-1 default",
  ]);
});

test("finds no access in a stack that was never updated", () => {
  expect(accessOfState('{"version":3,"deployment":{"manifest":{}}}').snapshots).toEqual([]);
});

test.each(["", "[]", "{}", '{"steps":[]}'])("rejects %j as an exported state", (text) => {
  expect(() => accessOfState(text)).toThrow("no exported state");
});

test("reports an interrupted operation", () => {
  const text = JSON.stringify({ version: 3, deployment: { resources: [], pending_operations: [{ type: "creating", resource: share }] } });
  expect(accessOfState(text).remarks[0]).toContain(`${share.urn} was being changed`);
});

test("reads the access of resources of the plugin", () => {
  const plugin = JSON.stringify(share).replaceAll("pulumi-nodejs:dynamic/resourceshare:", "resourceshare:index:");
  expect(summary(`{"version":3,"deployment":{"resources":[${plugin}]}}`)).toEqual([
    "2000000000000001 vsw-1 default pending",
    "fd-1 vsw-1 default",
  ]);
});

const snapshotsOf = (...resources: object[]) => accessOfState(exported(...resources)).snapshots;
const association1 = (outputs: object) => resource("ShareAssociation", "more", "rs-1/x", { shareId: "rs-1", associations: [], ...outputs });
const acceptor1 = (outputs: object) => resource("InvitationAcceptor", "taken", "rs-1", { shareId: "rs-1", status: "Accepted", ...outputs });

test.each<[account: string | undefined, resources: object[]]>([
  ["1", [resource("ResourceShare", "net", "rs-1", { owner: "1", accountId: "2", account: "c" }), association1({ accountId: "3" })]],
  ["2", [resource("ResourceShare", "net", "rs-1", { accountId: "2", account: "c" })]],
  ["3", [resource("ResourceShare", "net", "rs-1", { account: "c" }), association1({ accountId: "3" })]],
  ["4", [acceptor1({ senderAccountId: "4", accountId: "5" })]],
  ["c", [resource("ResourceShare", "net", "rs-1", { account: "c" }), association1({ account: "d" })]],
  ["d", [association1({ account: "d" })]],
  [undefined, [association1({})]],
])("knows the owner %s of a share", (account, resources) => {
  expect(snapshotsOf(...resources).map((snapshot) => snapshot.account)).toEqual([account]);
});

test.each<[name: string, of: string, resources: object[]]>([
  [
    "network",
    "ResourceShare::net",
    [acceptor1({ shareName: "c" }), association1({ shareName: "b" }), resource("ResourceShare", "net", "rs-1", { name: "network" })],
  ],
  ["b", "ShareAssociation::more", [acceptor1({ shareName: "c" }), association1({ shareName: "b" })]],
  ["c", "InvitationAcceptor::taken", [acceptor1({ shareName: "c" })]],
  ["rs-1", "ShareAssociation::more", [association1({})]],
])("names a share %s, by %s", (name, of, resources) => {
  const [snapshot] = snapshotsOf(...resources);
  expect(snapshot?.share).toEqual({ name, id: "rs-1", urn: expect.stringContaining(of) });
});

test.each([
  [{ receiverAccountId: "21", accountId: "22", account: "c", invitationId: "i-1" }, "21", true],
  [{ accountId: "22", account: "c" }, "22", false],
  [{ account: "c" }, "c", false],
  [{}, "this account", false],
])("reads from an accepted share with %j that %s can use it", (outputs, id, external) => {
  const sharedResources = [{ type: "VSwitch", id: "vsw-1", arn: "acs:vpc:x:1:vswitch/vsw-1" }, { id: "m-1" }];
  const accesses = accessOf(snapshotsOf(acceptor1({ ...outputs, sharedResources })));
  expect(accesses.map(({ target, resource: { type, id: resourceId } }) => [target.id, target.external, type, resourceId])).toEqual([
    [id, external, "VSwitch", "vsw-1"],
    [id, external, "unknown", "m-1"],
  ]);
});

test("reads nothing from an invitation that is not accepted, and nothing from what is deleted already", () => {
  const sharedResources = [{ type: "VSwitch", id: "vsw-1" }];
  expect(accessOf(snapshotsOf(acceptor1({ status: "Pending", sharedResources })))).toEqual([]);
  expect(snapshotsOf({ ...share, pendingReplacement: true })).toEqual([]);
});

test("reads the sides that are asked for: what the stack shares, or what it receives", () => {
  const other = resource("InvitationAcceptor", "taken", "rs-2", { shareId: "rs-2", status: "Accepted" });
  const text = exported(share, association1({}), other);
  const ids = (sides?: ("given" | "received")[]) => accessOfState(text, sides).snapshots.map((snapshot) => snapshot.share.id);
  expect([ids(), ids(["given"]), ids(["received"]), ids([])]).toEqual([["rs-1", "rs-2"], ["rs-1"], ["rs-2"], []]);
});

test("ignores a permission without a name or without a type, and outputs of another form", () => {
  const odd = { shareId: "rs-1", permissionName: 1, resourceType: "VSwitch" };
  const typeless = { shareId: "rs-1", permissionName: "Custom" };
  const text = exported(share, resource("SharePermission", "a", "rs-1/a", odd), resource("SharePermission", "b", "rs-1/b", typeless));
  expect(summary(text)).toEqual(["2000000000000001 vsw-1 default pending", "fd-1 vsw-1 default"]);
  expect(accessOfState(exported(resource("ShareTags", "t", "x", {}))).snapshots).toEqual([]);
});

test("has no remark about a state that holds the share itself, or an invitation to it", () => {
  expect(accessOfState(exported(share, association1({}))).remarks).toEqual([]);
  expect(accessOfState(exported(acceptor1({}))).remarks).toEqual([]);
});

test("assigns the permissions that a share lists to the types of its resources", () => {
  const permission = "AliyunRSPermissionVSwitchReadOnly";
  const listed = { ...share, outputs: { ...share.outputs, permissionNames: [permission] } };
  expect(summary(exported(listed))).toEqual([`2000000000000001 vsw-1 ${permission} pending`, `fd-1 vsw-1 ${permission}`]);
});
