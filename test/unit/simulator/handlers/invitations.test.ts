import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { describeTransports, createShare, type Fixture } from "../fixture.ts";

const dayMs = 24 * 3_600_000;
const outside = { AllowExternalTargets: true, Targets: [demo.consumer], Resources: [{ ResourceId: "vsw-1", ResourceType: "VSwitch" }] };

async function invitations({ list }: Fixture, account: string = demo.consumer) {
  return list("ListResourceShareInvitations", {}, account);
}
async function invitationId(fixture: Fixture): Promise<string> {
  return String((await invitations(fixture))[0]?.["ResourceShareInvitationId"]);
}
async function target({ list }: Fixture) {
  return (await list("ListResourceShareAssociations", { AssociationType: "Target" })).at(-1);
}
async function shareStatus({ list }: Fixture, account?: string, ResourceOwner = "Self") {
  return (await list("ListResourceShares", { ResourceOwner }, account)).map((share) => share["ResourceShareStatus"]);
}

describeTransports("invitations", (make) => {
  test("fails an acceptance in the simulator when a resource fails", async () => {
    const fixture = await make();
    fixture.simulator.outOfBand.planFailure("vsw-1", { on: "Accept", reason: "LimitExceeded", description: "no room" });
    await createShare(fixture, outside);
    const ResourceShareInvitationId = await invitationId(fixture);
    const accepted = await fixture.ok("AcceptResourceShareInvitation", { ResourceShareInvitationId }, demo.consumer);
    const details = [{ FailureReason: "LimitExceeded", FailureDescription: "no room", ResourceId: "vsw-1", ResourceType: "VSwitch" }];
    expect(accepted["ResourceShareInvitation"]).toMatchObject({ Status: "AcceptFailed", AcceptInvitationFailedDetails: details });
    expect(await invitations(fixture)).toMatchObject([{ InvitationFailedDetails: details }]);
    expect(await target(fixture)).toMatchObject({ AssociationStatus: "Failed" });
  });

  test("expires an invitation in the simulator after seven days and fails the association", async () => {
    const fixture = await make();
    await createShare(fixture, outside);
    fixture.simulator.advance(7 * dayMs - 1);
    expect(await invitations(fixture)).toMatchObject([{ Status: "Pending" }]);
    fixture.simulator.advance(1);
    expect(await invitations(fixture)).toMatchObject([{ Status: "Expired" }]);
    expect(await target(fixture)).toMatchObject({ AssociationStatus: "Failed", AssociationStatusMessage: "the invitation has expired" });
    expect(await shareStatus(fixture)).toEqual(["Active"]);
  });

  test("sends no invitations inside the directory from the simulator, and resolves folders and directories to accounts", async () => {
    const fixture = await make();
    await createShare(fixture, { Targets: [demo.folders.apps], Resources: outside.Resources });
    fixture.clock.advance(200);
    expect(await invitations(fixture, demo.member)).toEqual([]);
    expect(await shareStatus(fixture, demo.member, "OtherAccounts")).toEqual(["Active"]);
    // The sandbox's folder is within the folder of apps.
    expect(await shareStatus(fixture, demo.sandbox, "OtherAccounts")).toEqual(["Active"]);
    expect(await shareStatus(fixture, demo.network, "OtherAccounts")).toEqual([]);
  });

  test("lets no account in the simulator leave a share that it has not accepted yet", async () => {
    const fixture = await make();
    const id = await createShare(fixture, outside);
    const leave = { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [demo.consumer] };
    expect((await fixture.call("DisassociateResourceShare", leave, demo.consumer)).code).toBe("DisassociateInvalid");
    expect((await fixture.call("DisassociateResourceShare", { ...leave, Targets: [demo.partner] }, demo.partner)).code).toBe(
      "EntityNotExists.ResourceShare",
    );
  });

  test("lists the shared resources and targets of the simulator for owner and receiver, filtered by target and by resource", async () => {
    const fixture = await make();
    const id = await createShare(fixture, { Targets: [demo.member], Resources: outside.Resources });
    fixture.clock.advance(200);
    const resources = async (request: object, account?: string) => fixture.list("ListSharedResources", request, account);
    expect(await resources({ ResourceOwner: "Self" })).toMatchObject([
      { ResourceShareId: id, ResourceId: "vsw-1", ResourceType: "VSwitch" },
    ]);
    expect((await resources({ ResourceOwner: "Self" }))[0]).not.toHaveProperty("ResourceStatus");
    expect(await resources({ ResourceOwner: "OtherAccounts", Target: demo.owner }, demo.member)).toMatchObject([
      { ResourceStatus: "Available" },
    ]);
    expect(await resources({ ResourceOwner: "OtherAccounts", Target: demo.network }, demo.member)).toEqual([]);
    const targets = async (request: object, account?: string) => fixture.list("ListSharedTargets", request, account);
    expect(await targets({ ResourceOwner: "Self", ResourceId: "vsw-1" })).toMatchObject([{ TargetId: demo.member, External: false }]);
    expect(await targets({ ResourceOwner: "Self", ResourceId: "vsw-2" })).toEqual([]);
    expect(await targets({ ResourceOwner: "OtherAccounts" }, demo.member)).toMatchObject([{ TargetId: demo.owner, ResourceShareId: id }]);
  });
});
