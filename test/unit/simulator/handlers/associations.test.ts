import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { describeTransports, createShare, records, type Fixture } from "../fixture.ts";

const hourMs = 3_600_000;

/** The associations of one side of a share: entity and status. */
async function seen({ ok }: Fixture, id: string, AssociationType: "Resource" | "Target" = "Target") {
  const listed = await ok("ListResourceShareAssociations", { AssociationType, ResourceShareIds: [id], MaxResults: 100 });
  return records(listed, "ResourceShareAssociations");
}
const statuses = async (fixture: Fixture, id: string, side?: "Resource" | "Target") =>
  (await seen(fixture, id, side)).map((record) => record["AssociationStatus"]);

describeTransports("associations", (make) => {
  test("settles an association in the simulator on the third read when it takes three reads", async () => {
    const fixture = await make({ pace: { associate: { reads: 3 } } });
    const id = await createShare(fixture, { Targets: [demo.member] });
    expect(await statuses(fixture, id)).toEqual(["Associating"]);
    expect(await statuses(fixture, id)).toEqual(["Associating"]);
    expect(await statuses(fixture, id)).toEqual(["Associated"]);
  });

  test("hides a new share from the simulator's lists and writes until its visibility delay has passed", async () => {
    const fixture = await make({ pace: { visibility: 1_000 } });
    const id = await createShare(fixture);
    expect(await fixture.list("ListResourceShares", { ResourceOwner: "Self" })).toEqual([]);
    expect((await fixture.call("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.member] })).code).toBe(
      "EntityNotExists.ResourceShare",
    );
    fixture.clock.advance(1_000);
    expect(await fixture.list("ListResourceShares", { ResourceOwner: "Self" })).toHaveLength(1);
  });

  test("makes the simulator reject an ARN of another region than the call's", async () => {
    const fixture = await make();
    const create = async (RegionId: string) => {
      const ResourceArns = [`acs:vpc:cn-beijing:${demo.owner}:vswitch/vsw-1`];
      return (await fixture.call("CreateResourceShare", { ResourceShareName: "network", RegionId, ResourceArns })).code;
    };
    expect(await create("cn-hangzhou")).toBe("InvalidParameter.ResourceArns");
    expect(await create("cn-beijing")).toBeUndefined();
  });

  test("updates the property in the simulator when an entity is associated with another one", async () => {
    const fixture = await make();
    const arn = `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/port-1`;
    const property = (on: boolean) => ({
      ResourceArns: [arn],
      ResourceProperties: [{ ResourceArn: arn, Property: JSON.stringify({ sharePrincipals: on }) }],
    });
    const id = await createShare(fixture, property(false));
    fixture.clock.advance(1_000);
    await fixture.ok("AssociateResourceShare", { ResourceShareId: id, ...property(true) });
    expect(await seen(fixture, id, "Resource")).toMatchObject([
      { AssociationStatus: "Associating", ResourceProperty: '{"sharePrincipals":true}' },
    ]);
    fixture.clock.advance(200);
    expect(await statuses(fixture, id, "Resource")).toEqual(["Associated"]);
  });

  test.for(["oldest", "newest"] as const)(
    "keeps an old Disassociated record beside a new one in the simulator, %s first",
    async (listOrder) => {
      const fixture = await make();
      fixture.simulator.world.settings.listOrder = listOrder;
      const id = await createShare(fixture, { Targets: [demo.member] });
      fixture.clock.advance(200);
      await fixture.ok("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
      fixture.clock.advance(200);
      await fixture.ok("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
      fixture.clock.advance(200);
      const both = ["Disassociated", "Associated"];
      expect(await statuses(fixture, id)).toEqual(listOrder === "oldest" ? both : both.toReversed());
      fixture.simulator.advance(96 * hourMs);
      expect(await statuses(fixture, id)).toEqual(["Associated"]);
    },
  );

  test("keeps an association with a partial failure Associated in the simulator and shows it to the receiver", async () => {
    const fixture = await make();
    fixture.simulator.outOfBand.planFailure("vsw-1", { reason: "ZonalResourceInaccessible", partial: true, against: demo.member });
    const id = await createShare(fixture, {
      Resources: [{ ResourceId: "vsw-1", ResourceType: "VSwitch" }],
      Targets: [demo.member, demo.network],
    });
    fixture.clock.advance(200);
    expect(await seen(fixture, id, "Resource")).toMatchObject([
      { AssociationStatus: "Associated", AssociationFailedDetails: [{ EntityId: demo.member }] },
    ]);
    const status = async (account: string) =>
      (await fixture.list("ListSharedResources", { ResourceOwner: "OtherAccounts" }, account)).map((shared) => shared["ResourceStatus"]);
    expect(await status(demo.member)).toEqual(["ZonalResourceInaccessible"]);
    expect(await status(demo.network)).toEqual(["Available"]);
  });

  test("returns conflicts of the share or of the entity from the simulator, as configured", async () => {
    const fixture = await make();
    const id = await createShare(fixture, { Targets: [demo.member] });
    fixture.clock.advance(200);
    await fixture.ok("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.network] });
    const remove = () => fixture.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
    fixture.simulator.world.settings.disassociateConflict = "share";
    expect((await remove()).code).toBe("DisassociateConflict");
    fixture.simulator.world.settings.disassociateConflict = "entity";
    expect((await remove()).status).toBe(200);
    const add = () => fixture.call("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.sandbox] });
    expect((await add()).code).toBe("AssociateConflict");
    fixture.simulator.world.settings.associateConflict = "entity";
    expect((await add()).status).toBe(200);
  });

  test("pages a list of the simulator with tokens that are valid for the same request only", async () => {
    const fixture = await make();
    const id = await createShare(fixture, { Resources: [1, 2, 3, 4, 5].map((n) => ({ ResourceId: `vsw-${n}`, ResourceType: "VSwitch" })) });
    const ask = { AssociationType: "Resource", ResourceShareIds: [id], MaxResults: 2 };
    const found: unknown[] = [];
    let NextToken: string | undefined;
    do {
      const page = await fixture.ok("ListResourceShareAssociations", { ...ask, ...(NextToken === undefined ? {} : { NextToken }) });
      found.push(...records(page, "ResourceShareAssociations").map((record) => record["EntityId"]));
      NextToken = page["NextToken"] as string | undefined;
      const token = NextToken ?? "no-token";
      expect(token.length).toBeLessThanOrEqual(256);
      const other = await fixture.call("ListResourceShareAssociations", { AssociationType: "Resource", NextToken: token });
      expect(other.code).toBe("InvalidParameter.NextToken");
    } while (NextToken !== undefined);
    expect(found).toEqual(["vsw-1", "vsw-2", "vsw-3", "vsw-4", "vsw-5"]);
  });
});
