import { expect, test } from "vitest";
import { sharing } from "../../../provider/api/operations.ts";
import { demo } from "../../../simulator/index.ts";
import { type Access, accessOf } from "../../../access/access.ts";
import { ownShares, readAccess } from "../../../access/access-from-service.ts";
import { share } from "../cli/fixture.ts";
import { createHarness } from "../../support/harness.ts";

/** A service without limits and the clients of its accounts. */
function service() {
  const harness = createHarness({ limits: false, pace: "fast" });
  const run = harness.run();
  return { simulator: harness.simulator, clientOf: async (accountId: string = demo.owner) => run.host.client(accountId, undefined) };
}

const textOf = ({
  target,
  resource,
  permission,
  pending,
  account,
}: Pick<Access, "target" | "resource" | "permission" | "pending" | "account">) =>
  `${account} ${target.id} ${target.kind} ${target.external} ${resource.type} ${resource.id} ${resource.arn} ${permission} ${pending}`;

test("reads the access that an account gives as the service grants it", async () => {
  const { simulator, clientOf } = service();
  const client = await clientOf();
  await share(client, {
    name: "network",
    external: true,
    resources: [
      ["VSwitch", "vsw-demo01"],
      ["Image", "m-demo01"],
    ],
    targets: [demo.folders.apps, demo.consumer],
    permissions: ["AliyunRSPermissionVSwitchReadOnly"],
  });
  await share(client, {
    name: "keys",
    arns: [`acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01`],
    targets: [demo.directory, demo.member],
  });
  await share(client, { name: "without-targets", resources: [["Snapshot", "s-demo01"]] });
  const removed = await share(client, { name: "removed", resources: [["Image", "m-demo01"]], targets: [demo.member] });
  simulator.outOfBand.settleNow();
  simulator.outOfBand.disassociate(removed, demo.member);
  await share(client, { name: "in-progress", resources: [["VSwitch", "vsw-demo02"]], targets: [demo.member] });
  const { snapshots, remarks } = await readAccess(client, "given");
  const expected = simulator.grants().map(({ owner, ...grant }) => textOf({ ...grant, account: owner }));
  expect(accessOf(snapshots).map(textOf).toSorted()).toEqual([...new Set(expected)].toSorted());
  expect(expected.filter((text) => text.endsWith("true"))).not.toEqual([]);
  expect(snapshots.map(({ share: { name } }) => name).toSorted()).toEqual(["in-progress", "keys", "network", "removed", "without-targets"]);
  expect(remarks).toEqual([]);
});

test("reports an entity whose association failed with the reason, and grants it no access", async () => {
  const { simulator, clientOf } = service();
  const client = await clientOf();
  const words = { resources: [["VSwitch", "vsw-demo01"]], targets: [demo.member, demo.network] } as const;
  const id = await share(client, { name: "network", ...words });
  simulator.outOfBand.settleNow();
  simulator.outOfBand.failAssociation(id, demo.member, { reason: "NoQuota", description: "the quota is used" });
  simulator.outOfBand.failAssociation(id, "vsw-demo01", { reason: "Gone", description: "" });
  const { snapshots, remarks } = await readAccess(client, "given");
  expect(accessOf(snapshots)).toEqual([]);
  expect(remarks.toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^VSwitch vsw-demo01 of ${id} failed.*: it grants no access$`)),
    expect.stringMatching(new RegExp(`^target ${demo.member} of ${id} failed \\(.*the quota is used.*\\): it grants no access$`)),
  ]);
});

test("reads the shares with the requested ids from the service, however many, and names those that do not exist", async () => {
  const { simulator, clientOf } = service();
  const client = await clientOf();
  const names = Array.from({ length: 7 }, (_, index) => `share-${index}`);
  const ids = await Promise.all(
    names.map((name) => share(client, { name, resources: [["VSwitch", "vsw-demo01"]], targets: [demo.member] })),
  );
  simulator.outOfBand.settleNow();
  const six = ids.slice(0, 6);
  const read = await ownShares(client, [...six, ...six]);
  expect(read.map((one) => [one.share.ResourceShareId, one.associated.length]).toSorted()).toEqual(six.map((id) => [id, 2]).toSorted());
  expect((await ownShares(client, "all")).map((one) => one.share.ResourceShareName).toSorted()).toEqual(names);
  simulator.outOfBand.deleteShare(ids[0] ?? "");
  simulator.outOfBand.settleNow();
  expect((await ownShares(client, "all")).map((one) => one.share.ResourceShareName)).not.toContain("share-0");
  await expect(ownShares(client, [...ids, "rs-none"])).rejects.toThrow(
    `${ids[0]}, rs-none is not among the shares of this account in cn-hangzhou`,
  );
});

test("reads the access of a member through its folder from the service, with the permission of each type", async () => {
  const { simulator, clientOf } = service();
  const owner = await clientOf();
  const permissions = ["AliyunRSPermissionVSwitchReadOnly"];
  const id = await share(owner, {
    name: "network",
    resources: [
      ["VSwitch", "vsw-demo01"],
      ["Image", "m-demo01"],
    ],
    targets: [demo.folders.apps],
    permissions,
  });
  await share(owner, { name: "of-others", resources: [["VSwitch", "vsw-demo02"]], targets: [demo.network] });
  simulator.outOfBand.settleNow();
  const { snapshots, remarks } = await readAccess(await clientOf(demo.member), "received");
  expect(remarks).toEqual([]);
  expect(snapshots.map((one) => [one.share, one.account])).toEqual([[{ name: "network", id }, demo.owner]]);
  expect(
    accessOf(snapshots).map(({ target, resource, permission, pending }) => [target, resource.type, resource.id, permission, pending]),
  ).toEqual([
    [{ id: demo.member, kind: "Account", external: false }, "Image", "m-demo01", "AliyunRSDefaultPermissionImage", false],
    [{ id: demo.member, kind: "Account", external: false }, "VSwitch", "vsw-demo01", permissions[0], false],
  ]);
});

test("reports an open invitation in the access of its receiver, and the access after the invitation is accepted", async () => {
  const { simulator, clientOf } = service();
  const words = { name: "partners", external: true, resources: [["VSwitch", "vsw-demo01"]], targets: [demo.consumer] } as const;
  const id = await share(await clientOf(), words);
  simulator.outOfBand.settleNow();
  const consumer = await clientOf(demo.consumer);
  const { ResourceShareInvitations = [] } = await consumer.call(sharing.ListResourceShareInvitations, { ResourceShareIds: [id] });
  const ResourceShareInvitationId = ResourceShareInvitations[0]?.ResourceShareInvitationId ?? "";
  expect(await readAccess(consumer, "received")).toEqual({
    snapshots: [],
    remarks: [
      `invitation ${ResourceShareInvitationId} to "partners" of account ${demo.owner} is open: the access that it grants is not known before it is accepted`,
    ],
  });
  await consumer.call(sharing.AcceptResourceShareInvitation, { ResourceShareInvitationId });
  simulator.outOfBand.settleNow();
  const { snapshots, remarks } = await readAccess(consumer, "received");
  expect(remarks).toEqual([]);
  expect(accessOf(snapshots).map(({ target, resource }) => [target, resource.id])).toEqual([
    [{ id: demo.consumer, kind: "Account", external: true }, "vsw-demo01"],
  ]);
});

test("reports a received resource that the service cannot make available, with the reason", async () => {
  const { simulator, clientOf } = service();
  const words = { name: "network", resources: [["VSwitch", "vsw-demo01"]], targets: [demo.member] } as const;
  const id = await share(await clientOf(), words);
  simulator.outOfBand.settleNow();
  const failure = { partial: true, reason: "LimitExceeded", description: "the quota of the account is used" };
  simulator.outOfBand.failAssociation(id, "vsw-demo01", failure);
  const { remarks } = await readAccess(await clientOf(demo.member), "received");
  expect(remarks).toEqual([`VSwitch vsw-demo01 of ${id} is LimitExceeded (${failure.description})`]);
});
