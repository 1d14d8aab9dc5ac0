import { expect, test } from "vitest";
import { demo } from "../../../provider/simulator/world/demo.ts";
import { describeTransports, createShare, records, type Fixture } from "../fixture.ts";

const dayMs = 24 * 3_600_000;
const outside = { AllowExternalTargets: true, Targets: [demo.consumer], Resources: [{ ResourceId: "vsw-1", ResourceType: "VSwitch" }] };

async function invitations({ ok }: Fixture, account: string = demo.consumer) {
  return records(await ok("ListResourceShareInvitations", {}, account), "ResourceShareInvitations");
}
async function invitationId(bench: Fixture): Promise<string> {
  return String((await invitations(bench))[0]?.["ResourceShareInvitationId"]);
}
async function target({ ok }: Fixture) {
  return records(await ok("ListResourceShareAssociations", { AssociationType: "Target" }), "ResourceShareAssociations").at(-1);
}
async function shareStatus({ ok }: Fixture, account?: string, ResourceOwner = "Self") {
  return records(await ok("ListResourceShares", { ResourceOwner }, account), "ResourceShares").map((share) => share["ResourceShareStatus"]);
}

describeTransports("invitations", (make) => {
  test("invites a target outside the directory and keeps the share Pending", async () => {
    const bench = await make();
    const created = await bench.ok("CreateResourceShare", { ResourceShareName: "a", ...outside });
    expect(created["ResourceShare"]).toMatchObject({ ResourceShareStatus: "Active" });
    bench.clock.advance(60_000);
    expect(await target(bench)).toMatchObject({ AssociationStatus: "Associating", External: true });
    expect(await shareStatus(bench)).toEqual(["Pending"]);
    expect(await invitations(bench)).toMatchObject([{ SenderAccountId: demo.owner, ReceiverAccountId: demo.consumer, Status: "Pending" }]);
    expect(await invitations(bench, demo.owner)).toEqual([]);
    expect(await shareStatus(bench, demo.consumer, "OtherAccounts")).toEqual([]);
  });

  test("associates the target and activates the share after an acceptance", async () => {
    const bench = await make();
    await createShare(bench, outside);
    const ResourceShareInvitationId = await invitationId(bench);
    const accepted = await bench.ok("AcceptResourceShareInvitation", { ResourceShareInvitationId }, demo.consumer);
    expect(accepted["ResourceShareInvitation"]).toMatchObject({ Status: "Accepted", AcceptInvitationFailedDetails: [] });
    bench.clock.advance(200);
    expect(await target(bench)).toMatchObject({ AssociationStatus: "Associated" });
    expect(await shareStatus(bench)).toEqual(["Active"]);
    expect(await shareStatus(bench, demo.consumer, "OtherAccounts")).toEqual(["Active"]);
  });

  test("fails an acceptance when a resource fails", async () => {
    const bench = await make();
    bench.simulator.outOfBand.planFailure("vsw-1", { on: "Accept", reason: "LimitExceeded", description: "no room" });
    await createShare(bench, outside);
    const ResourceShareInvitationId = await invitationId(bench);
    const accepted = await bench.ok("AcceptResourceShareInvitation", { ResourceShareInvitationId }, demo.consumer);
    const details = [{ FailureReason: "LimitExceeded", FailureDescription: "no room", ResourceId: "vsw-1", ResourceType: "VSwitch" }];
    expect(accepted["ResourceShareInvitation"]).toMatchObject({ Status: "AcceptFailed", AcceptInvitationFailedDetails: details });
    expect(await invitations(bench)).toMatchObject([{ InvitationFailedDetails: details }]);
    expect(await target(bench)).toMatchObject({ AssociationStatus: "Failed" });
  });

  test("expires an invitation after seven days and fails the association", async () => {
    const bench = await make();
    await createShare(bench, outside);
    bench.simulator.advance(7 * dayMs - 1);
    expect(await invitations(bench)).toMatchObject([{ Status: "Pending" }]);
    bench.simulator.advance(1);
    expect(await invitations(bench)).toMatchObject([{ Status: "Expired" }]);
    expect(await target(bench)).toMatchObject({ AssociationStatus: "Failed", AssociationStatusMessage: "the invitation has expired" });
    expect(await shareStatus(bench)).toEqual(["Active"]);
  });

  test("fails the association after a rejection, and permits a new invitation", async () => {
    const bench = await make();
    const id = await createShare(bench, outside);
    await bench.ok("RejectResourceShareInvitation", { ResourceShareInvitationId: await invitationId(bench) }, demo.consumer);
    expect(await target(bench)).toMatchObject({ AssociationStatus: "Failed" });
    await bench.ok("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.consumer] });
    expect((await invitations(bench)).map((invitation) => invitation["Status"])).toEqual(["Rejected", "Pending"]);
  });

  test("withdraws the invitation of a removed target", async () => {
    const bench = await make();
    const id = await createShare(bench, outside);
    const ResourceShareInvitationId = await invitationId(bench);
    bench.clock.advance(200);
    await bench.ok("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.consumer] });
    expect(await invitations(bench)).toMatchObject([{ Status: "Cancelled" }]);
    const late = await bench.call("AcceptResourceShareInvitation", { ResourceShareInvitationId }, demo.consumer);
    expect(late.code).toBe("EntityNotExists.ResourceShareInvitation");
  });

  test("deletes a share with an open invitation and withdraws it", async () => {
    const bench = await make();
    const id = await createShare(bench, outside);
    bench.clock.advance(200);
    await bench.ok("DeleteResourceShare", { ResourceShareId: id });
    expect(await invitations(bench)).toMatchObject([{ Status: "Cancelled" }]);
    bench.clock.advance(200);
    expect(await shareStatus(bench)).toEqual(["Deleted"]);
  });

  test("sends no invitations inside the directory, and resolves folders and directories to their accounts", async () => {
    const bench = await make();
    await createShare(bench, { Targets: [demo.folders.apps], Resources: outside.Resources });
    bench.clock.advance(200);
    expect(await invitations(bench, demo.member)).toEqual([]);
    expect(await shareStatus(bench, demo.member, "OtherAccounts")).toEqual(["Active"]);
    // The sandbox's folder is within the folder of apps.
    expect(await shareStatus(bench, demo.sandbox, "OtherAccounts")).toEqual(["Active"]);
    expect(await shareStatus(bench, demo.network, "OtherAccounts")).toEqual([]);
  });

  test("invites an unknown account as an outside account", async () => {
    const bench = await make();
    await createShare(bench, { ...outside, Targets: ["9999999999999999"] });
    expect(await target(bench)).toMatchObject({ External: true, AssociationStatus: "Associating" });
  });

  test("lets a receiver outside the directory leave a share", async () => {
    const bench = await make();
    const id = await createShare(bench, outside);
    bench.simulator.outOfBand.answerInvitation(await invitationId(bench), "accept");
    bench.clock.advance(200);
    await bench.ok(
      "DisassociateResourceShare",
      { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [demo.consumer] },
      demo.consumer,
    );
    bench.clock.advance(200);
    expect(await target(bench)).toMatchObject({ AssociationStatus: "Disassociated" });
    expect(await shareStatus(bench, demo.consumer, "OtherAccounts")).toEqual([]);
  });

  test("refuses to let an account leave that has not accepted yet", async () => {
    const bench = await make();
    const id = await createShare(bench, outside);
    const leave = { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [demo.consumer] };
    expect((await bench.call("DisassociateResourceShare", leave, demo.consumer)).code).toBe("DisassociateInvalid");
    expect((await bench.call("DisassociateResourceShare", { ...leave, Targets: [demo.partner] }, demo.partner)).code).toBe(
      "EntityNotExists.ResourceShare",
    );
  });

  test("lists shares from both sides, with any filters", async () => {
    const bench = await make();
    const id = await createShare(bench, { Targets: [demo.member], Resources: outside.Resources });
    bench.clock.advance(200);
    const resources = async (request: object, account?: string) =>
      records(await bench.ok("ListSharedResources", request, account), "SharedResources");
    expect(await resources({ ResourceOwner: "Self" })).toMatchObject([
      { ResourceShareId: id, ResourceId: "vsw-1", ResourceType: "VSwitch" },
    ]);
    expect((await resources({ ResourceOwner: "Self" }))[0]).not.toHaveProperty("ResourceStatus");
    expect(await resources({ ResourceOwner: "OtherAccounts", Target: demo.owner }, demo.member)).toMatchObject([
      { ResourceStatus: "Available" },
    ]);
    expect(await resources({ ResourceOwner: "OtherAccounts", Target: demo.network }, demo.member)).toEqual([]);
    const targets = async (request: object, account?: string) =>
      records(await bench.ok("ListSharedTargets", request, account), "SharedTargets");
    expect(await targets({ ResourceOwner: "Self", ResourceId: "vsw-1" })).toMatchObject([{ TargetId: demo.member, External: false }]);
    expect(await targets({ ResourceOwner: "Self", ResourceId: "vsw-2" })).toEqual([]);
    expect(await targets({ ResourceOwner: "OtherAccounts" }, demo.member)).toMatchObject([{ TargetId: demo.owner, ResourceShareId: id }]);
  });
});
