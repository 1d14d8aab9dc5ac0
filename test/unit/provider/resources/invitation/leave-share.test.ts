import { expect, it } from "vitest";
import { AcceptResourceShareInvitation } from "../../../../../provider/api/invitations.ts";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { answering, denied, openResource } from "../../../../support/resource-fixture.ts";
import { invitation } from "../../../../support/resource-scenarios.ts";

const runner = { accountId: demo.consumer };
const open = (share: Values = invitation, settings = {}) => openResource("InvitationAcceptor", { share, runner, ...settings });

it.each([
  [404, "EntityNotExists.ResourceShare"],
  [409, "ResourceShareStatusMismatchAction"],
  [400, "DisassociateInvalid"],
])("succeeds in leaving the share when the service returns %i %s, because there is nothing to leave", async (status, code) => {
  const { up, remove, faults, simulator } = await open();
  const made = await up();
  faults.add({ operation: "DisassociateResourceShare", times: 3, fault: { kind: "error", status, code, executed: true } });
  await expect(remove(made)).resolves.toBeUndefined();
  expect(simulator.grants()).toEqual([]);
});

it("fails to leave the share when the service refuses that", async () => {
  const { up, remove, faults } = await open();
  const made = await up();
  faults.add({ operation: "DisassociateResourceShare", fault: denied });
  await expect(remove(made)).rejects.toThrow(/NoPermission/);
});

it("reports how to continue when a share cannot be left, and stays in it with `leaveOnDelete: false`", async () => {
  const { up, remove, warnings } = await open({ ...invitation, resources: [{ type: "PublicIpAddressPool", id: "pippool-1" }] });
  const made = await up();
  await expect(remove(made)).rejects.toThrow(
    /leaveOnDelete: rs-000001 cannot be left: .*; set `leaveOnDelete: false` to remove only the resource/,
  );
  await remove({ ...made, state: { ...made.state, leaveOnDelete: false } });
  expect(warnings()[0]).toContain("is not left (leaveOnDelete: false)");
});

it("does not leave a share that the resource directory shares without an invitation, and reports that", async () => {
  const { up, remove, warnings } = await openResource("InvitationAcceptor", {
    share: { ...invitation, targets: [demo.folders.apps] },
    runner: { accountId: demo.member },
  });
  const made = await up();
  expect(made.state).toMatchObject({ status: "Accepted", receiverAccountId: demo.member, senderAccountId: demo.owner });
  expect(made.state["invitationId"]).toBeUndefined();
  await remove(made);
  expect(warnings()).toEqual([expect.stringMatching(/is not left: the resource directory shares it with this account without an/)]);
});

it("waits for an acceptance that outlasts its creation, also after a refresh, and then leaves the share", async () => {
  const { create, again, clock, simulator } = await open(invitation, { pace: { accept: 20_000 } });
  const made = await create({}, 1_000);
  const seen = await again().refresh(made);
  expect(seen?.state["status"]).toBe("Pending");
  await again().remove(made);
  await clock.sleep(60_000);
  expect(simulator.grants()).toEqual([]);
});

it("waits for an acceptance that lists do not show yet, and then leaves the share", async () => {
  const { again, clock, faults, simulator, shareId } = await open(invitation, { pace: { accept: 20_000 } });
  const state = { shareId, status: "Pending", sharedResources: [], accountId: demo.consumer, regionId: "cn-hangzhou" };
  await clock.sleep(10_000);
  faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_000 } });
  const other = await again().process.host.client(undefined, undefined);
  for (const { id } of simulator.world.invitations.values())
    await other.call(AcceptResourceShareInvitation, { ResourceShareInvitationId: id });
  await again().remove({ id: shareId, state });
  await clock.sleep(60_000);
  expect(simulator.grants()).toEqual([]);
});

it("fails to leave a share whose acceptance still runs after a minute, and reports what to do", async () => {
  const { create, again, clock, simulator } = await open(invitation, { pace: { accept: 100_000 } });
  const made = await create({}, 1_000);
  const started = clock.now();
  await expect(again().remove(made)).rejects.toThrow(
    /^leaving rs-000001: the share is not visible after 6\d s: its acceptance may still run; run the command again; .*`pulumi state delete`/,
  );
  expect(clock.now() - started).toBeLessThan(70_000);
  await again().remove(made);
  await clock.sleep(60_000);
  expect(simulator.grants()).toEqual([]);
});

it("leaves nothing within seconds when a creation has timed out and its invitation is not listed any more", async () => {
  const { create, again, clock, outOfBand, simulator } = await open(invitation, { pace: { accept: { reads: 1_000_000_000 } } });
  const made = await create({}, 1_000);
  for (const { id } of simulator.world.invitations.values()) outOfBand.purgeInvitation(id);
  const started = clock.now();
  await again().remove(made);
  expect(clock.now() - started).toBeLessThan(10_000);
});

it("keeps the account in the share of a deleted InvitationAcceptor when another resource of the program accepts it", async () => {
  const { up, again, shareId, simulator } = await open();
  const made = await up();
  const { as, remove, warnings } = again();
  await as("renamed").up();
  await remove(made);
  expect(warnings()).toEqual([`share ${shareId} is not left: its replacement or another resource of the program accepts it`]);
  expect(simulator.grants()).toHaveLength(1);
});

it("returns a shared resource in an undocumented state from an InvitationAcceptor", async () => {
  const { again, simulator } = await open();
  const migrating = (body: string) => body.replace('"ResourceStatus":"Available"', '"ResourceStatus":"Migrating"');
  const { up } = again({ ...runner, transport: answering(simulator.transport, migrating) });
  expect((await up()).state["sharedResources"]).toMatchObject([{ id: "vsw-1", status: "Migrating" }]);
});
