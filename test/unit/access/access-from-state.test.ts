import { expect, test } from "vitest";
import { accessOf } from "../../../access/access.ts";
import { accessOfState } from "../../../access/access-from-state.ts";

const resource = (kind: string, name: string, id: string, outputs: object) => ({
  urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`,
  type: `pulumi-nodejs:dynamic/resourceshare:${kind}`,
  ...{ id, inputs: {}, outputs },
});
const exported = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });
const record = (kind: string, entityType: string, entityId: string, status = "Associated", external?: boolean) => ({
  ...{ kind, entityType, entityId, status, external },
});
const shareWith = (outputs: object) => resource("ResourceShare", "net", "rs-1", outputs);
const associationWith = (outputs: object) =>
  resource("ShareAssociation", "more", "rs-1/x", { shareId: "rs-1", associations: [], ...outputs });
const permissionWith = (outputs: object) => resource("SharePermission", "ro", "rs-1/p", { shareId: "rs-1", ...outputs });
const acceptorWith = (outputs: object) =>
  resource("InvitationAcceptor", "taken", "rs-1", { shareId: "rs-1", status: "Accepted", ...outputs });
const share = shareWith({
  name: "network",
  owner: "1000000000000001",
  associations: [
    record("Resource", "VSwitch", "vsw-1"),
    record("Target", "Account", "2000000000000001", "Associating", true),
    record("Target", "Folder", "fd-1"),
    record("Target", "Folder", "fd-2", "Failed"),
  ],
});
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const sharedResources = [{ type: "VSwitch", id: "vsw-1", arn: "acs:vpc:x:1:vswitch/vsw-1" }, { id: "m-1" }];
const plugin = JSON.parse(JSON.stringify(share).replaceAll("pulumi-nodejs:dynamic/resourceshare:", "resourceshare:index:")) as object;
const snapshotsOf = (...resources: object[]) => accessOfState(exported(...resources)).snapshots;
const both = ["2000000000000001 vsw-1 default pending", "fd-1 vsw-1 default"];

test.each<[what: string, resources: object[], access: readonly string[]]>([
  ["an open invitation as pending, no access for a failed association, and the default for an unnamed permission", [share], both],
  [
    "a permission of its resource type, whichever resource attaches it",
    [share, permissionWith({ permissionName: "ReadOnly", resourceType: "VSwitch" })],
    ["2000000000000001 vsw-1 ReadOnly pending", "fd-1 vsw-1 ReadOnly"],
  ],
  [
    "the permissions that a share lists for the types of its resources",
    [{ ...share, outputs: { ...share.outputs, permissionNames: ["VSwitchReadOnly"] } }],
    ["2000000000000001 vsw-1 VSwitchReadOnly pending", "fd-1 vsw-1 VSwitchReadOnly"],
  ],
  [
    "access in force that another account of the same stack has accepted",
    [share, acceptorWith({ receiverAccountId: "2000000000000001", sharedResources: sharedResources.slice(0, 1) })],
    ["2000000000000001 vsw-1 default", "fd-1 vsw-1 default"],
  ],
  [
    "the ids in a state whose secret values are decrypted",
    [
      shareWith({
        name: "network",
        associations: {
          ...secretMark,
          plaintext: JSON.stringify([record("Target", "Folder", "fd-1"), record("Resource", "VSwitch", "vsw-1")]),
        },
      }),
    ],
    ["fd-1 vsw-1 default"],
  ],
  ["resources of the plugin", [plugin], both],
  ["nothing from an invitation that is not accepted", [acceptorWith({ status: "Pending", sharedResources })], []],
  ["nothing from what is deleted already", [{ ...share, pendingReplacement: true }], []],
  ["nothing from outputs of another form", [resource("ShareTags", "t", "x", {})], []],
])("reads access from a state: %s", (_what, resources, access) => {
  expect(
    accessOf(snapshotsOf(...resources)).map(
      ({ target, resource: { id }, permission, pending }) => `${target.id} ${id} ${permission}${pending ? " pending" : ""}`,
    ),
  ).toEqual(access);
});

test.each<[of: string, resources: object[], remarks: readonly unknown[]]>([
  [
    "a share that is managed elsewhere",
    [resource("ShareAssociation", "more", "rs-9/x", { shareId: "rs-9", associations: [] })],
    ["share rs-9 is managed elsewhere: this state holds only what the stack has added to it"],
  ],
  [
    "a secret value that is encrypted",
    [shareWith({ name: { ...secretMark, ciphertext: "v1:x" }, associations: [] })],
    [expect.stringMatching(/^(?!.*v1:x).*--show-secrets/)],
  ],
  ["a stack without resources", [], ["the state has no resource of this package: run `pulumi up`, or name another stack"]],
  ["no share that the state holds itself", [share, associationWith({})], []],
  ["no share to which the state holds an invitation", [acceptorWith({})], []],
])("remarks in the access of a state on %s", (_of, resources, remarks) => {
  expect(accessOfState(exported(...resources)).remarks).toEqual(remarks);
});

test("reports an interrupted operation in the access of a state", () => {
  const text = JSON.stringify({ version: 3, deployment: { resources: [], pending_operations: [{ type: "creating", resource: share }] } });
  expect(accessOfState(text).remarks[0]).toContain(`${share.urn} was being changed`);
});

test.each<[account: string | undefined, resources: object[]]>([
  ["1", [shareWith({ owner: "1", accountId: "2", account: "c" }), associationWith({ accountId: "3" })]],
  ["2", [shareWith({ accountId: "2", account: "c" })]],
  ["3", [shareWith({ account: "c" }), associationWith({ accountId: "3" })]],
  ["4", [acceptorWith({ senderAccountId: "4", accountId: "5" })]],
  ["c", [shareWith({ account: "c" }), associationWith({ account: "d" })]],
  ["d", [associationWith({ account: "d" })]],
  [undefined, [associationWith({})]],
])("reads the owner %s of a share from a state", (account, resources) => {
  expect(snapshotsOf(...resources).map((snapshot) => snapshot.account)).toEqual([account]);
});

test.each<[name: string, by: string, resources: object[]]>([
  [
    "network",
    "ResourceShare::net",
    [acceptorWith({ shareName: "c" }), associationWith({ shareName: "b" }), shareWith({ name: "network" })],
  ],
  ["b", "ShareAssociation::more", [acceptorWith({ shareName: "c" }), associationWith({ shareName: "b" })]],
  ["c", "InvitationAcceptor::taken", [acceptorWith({ shareName: "c" })]],
  ["rs-1", "ShareAssociation::more", [associationWith({})]],
])("names a share of a state %s, by %s", (name, by, resources) => {
  expect(snapshotsOf(...resources)[0]?.share).toEqual({ name, id: "rs-1", urn: expect.stringContaining(by) });
});

test.each([
  [{ receiverAccountId: "21", accountId: "22", account: "c", invitationId: "i-1" }, "21", true],
  [{ accountId: "22", account: "c" }, "22", false],
  [{ account: "c" }, "c", false],
  [{}, "this account", false],
])("reads an acceptor's state with %j as access for %s", (outputs, id, external) => {
  const accesses = accessOf(snapshotsOf(acceptorWith({ ...outputs, sharedResources })));
  expect(accesses.map(({ target, resource: { type, id: resourceId } }) => [target, type, resourceId])).toEqual([
    [{ id, kind: "Account", external }, "unknown", "m-1"],
    [{ id, kind: "Account", external }, "VSwitch", "vsw-1"],
  ]);
});

test("reads only the requested side from a state: what the stack shares, or what it receives", () => {
  const text = exported(share, associationWith({}), acceptorWith({ shareId: "rs-2" }));
  const ids = (sides?: ("given" | "received")[]) => accessOfState(text, sides).snapshots.map((snapshot) => snapshot.share.id);
  expect([ids(), ids(["given"]), ids(["received"]), ids([])]).toEqual([["rs-1", "rs-2"], ["rs-1"], ["rs-2"], []]);
});
