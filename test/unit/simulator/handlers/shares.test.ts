import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { describeTransports, createShare } from "../fixture.ts";

describeTransports("shares", (make) => {
  test("runs a share through its whole life", async () => {
    const fixture = await make();
    const id = await createShare(fixture, {
      Resources: [{ ResourceId: "vsw-1", ResourceType: "VSwitch" }],
      Targets: [demo.folders.apps, demo.member],
      Tag: [{ Key: "team", Value: "net" }],
    });
    const list = async () => fixture.list("ListResourceShareAssociations", { AssociationType: "Target", ResourceShareIds: [id] });
    expect((await list()).map((record) => record["AssociationStatus"])).toEqual(["Associating", "Associating"]);
    fixture.clock.advance(200);
    expect((await list()).map((record) => record["AssociationStatus"])).toEqual(["Associated", "Associated"]);
    expect((await fixture.call("DeleteResourceShare", { ResourceShareId: id })).status).toBe(200);
    fixture.clock.advance(200);
    const shares = await fixture.list("ListResourceShares", { ResourceOwner: "Self" });
    expect(shares.map((share) => share["ResourceShareStatus"])).toEqual(["Deleted"]);
    fixture.simulator.advance(96 * 3_600_000);
    expect(await fixture.list("ListResourceShares", { ResourceOwner: "Self" })).toEqual([]);
    expect(fixture.simulator.invariants()).toEqual([]);
  });

  test("answers a delete of an absent share with EntityNotExists.ResourceShare", async () => {
    const fixture = await make();
    const { status, code } = await fixture.call("DeleteResourceShare", { ResourceShareId: "rs-absent" });
    expect({ status, code }).toEqual({ status: 404, code: "EntityNotExists.ResourceShare" });
  });
});
