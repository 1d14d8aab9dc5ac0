import { describe, expect, it, vi } from "vitest";
import { accessOfState } from "../../../../access/access-from-state.ts";
import type { Resource } from "../../../../provider/lifecycle/resource.ts";
import { schemaOf } from "../../../../scripts/generate/schema/package.ts";
import { resources } from "../../../../provider/resources/index.ts";
import {
  acceptingKinds,
  kindsWithEntities,
  kindsWithPermissions,
  kindsWithTags,
  partsOfShares,
} from "../../../../provider/resources/kinds.ts";
import { needsOf } from "../../../../sdk/headroom/need.ts";
import { policies } from "../../../../sdk/policy/index.ts";
import { create, linesOf, previewOf, record, same, share } from "../../access/diff/steps.ts";
import { findingsOf } from "../../sdk/policy/fixture.ts";

vi.mock("../../../../provider/resources/index.ts", async (importOriginal) => {
  const original: { readonly resources: readonly Resource[] } = await importOriginal();
  const tagsOf = (token: string) => original.resources.find((one) => one.token === token)?.inputs.shape["tags"];
  const association = original.resources.find(({ token }) => token === "ShareAssociation");
  const addition = association && {
    ...association,
    token: "ShareAddition",
    inputs: association.inputs.extend({ tags: tagsOf("ShareTags") }),
  };
  const acceptor = original.resources.find(({ token }) => token === "InvitationAcceptor");
  const acceptance = acceptor && { ...acceptor, token: "ShareAcceptance" };
  return { ...original, resources: [...original.resources, addition, acceptance] };
});

const target = "1000000000000002";
const inputs = { shareId: "rs-net", targets: [target], permissionNames: ["AliyunRSDefaultPermissionVSwitch"], tags: { env: "prod" } };
const addition = { kind: "ShareAddition", name: "more", inputs };
const association = record("Target", "Account", target);

describe("a new kind that adds to a share", () => {
  it("recognizes by its arguments that a new kind has entities, permissions and tags", () => {
    for (const kinds of [partsOfShares, kindsWithEntities, kindsWithPermissions, kindsWithTags]) expect(kinds).toContain("ShareAddition");
    expect(Object.keys(schemaOf(resources).resources)).toContain("ShareAddition");
  });

  it("shows the access that a new kind grants in a diff", () => {
    const net = share("net", ["vsw-1"], []);
    expect(linesOf([same(net), create(addition)])).toEqual([expect.stringContaining(`gained ${target} vsw-1`) as string]);
  });

  it("reads the access that a new kind grants from a state", () => {
    const type = "pulumi-nodejs:dynamic/resourceshare:ShareAddition";
    const resource = { urn: `urn:pulumi:dev::shop::${type}::more`, type, id: "rs-net/1", custom: true };
    const state = { ...resource, inputs, outputs: { ...inputs, associations: [association] } };
    const { snapshots } = accessOfState(JSON.stringify({ version: 3, deployment: { resources: [state] } }), ["given"]);
    expect(snapshots).toMatchObject([{ share: { id: "rs-net" }, targets: [{ entity: { id: target } }] }]);
  });

  it("counts what a new kind adds to the quotas", () => {
    const [need] = needsOf([previewOf(create(addition))]);
    expect(need).toMatchObject({ changes: { pendingInvitations: { added: 1 } } });
  });

  it.each([
    ["double-claim", {}, /claims what is taken/],
    ["allowed-targets", { accounts: ["1000000000000009"] }, new RegExp(target)],
    ["permissions", { allow: ["Other*"] }, /AliyunRSDefaultPermissionVSwitch/],
  ])("checks a new kind that adds to a share by the policy %s", async (name, config, message) => {
    const policy = policies.find((one) => one.name === name) ?? expect.unreachable();
    const net = { kind: "ResourceShare", name: "net", props: { id: "rs-net", name: "net", targets: [target] } };
    const { wrong } = await findingsOf(policy, config, net, { kind: "ShareAddition", name: "more", props: inputs, share: "net" });
    expect(wrong.join("\n")).toMatch(message);
  });
});

describe("a new kind that accepts invitations", () => {
  const acceptance = { kind: "ShareAcceptance", name: "accepted", inputs: { shareId: "rs-net", leaveOnDelete: false } };

  it("counts a new kind with `senderAccountId` among those that accept invitations", () => {
    expect(acceptingKinds).toContain("ShareAcceptance");
  });

  it("reads the access of a new accepting kind's account from a state", () => {
    const type = "pulumi-nodejs:dynamic/resourceshare:ShareAcceptance";
    const outputs = {
      shareId: "rs-net",
      status: "Accepted",
      receiverAccountId: target,
      sharedResources: [{ type: "VSwitch", id: "vsw-1" }],
    };
    const state = { urn: `urn:pulumi:dev::shop::${type}::accepted`, type, id: "rs-net", custom: true, inputs: {}, outputs };
    const { snapshots } = accessOfState(JSON.stringify({ version: 3, deployment: { resources: [state] } }), ["received"]);
    expect(snapshots).toMatchObject([{ targets: [{ entity: { id: target } }], resources: [{ entity: { id: "vsw-1" } }] }]);
  });

  it("counts no quota for a new accepting kind", () => {
    const [need] = needsOf([previewOf(create(acceptance))]);
    expect(need).toMatchObject({ isOfReceiver: true, changes: { shares: { added: 0 }, sharedResources: { added: 0 } } });
  });

  it.each(["known-senders", "leave-on-delete"])("checks a new accepting kind by the policy %s", async (name) => {
    const policy = policies.find((one) => one.name === name) ?? expect.unreachable();
    const { wrong } = await findingsOf(policy, {}, { kind: "ShareAcceptance", name: "accepted", props: acceptance.inputs });
    expect(wrong).toHaveLength(1);
  });
});
