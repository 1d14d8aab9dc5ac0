import { expect, test } from "vitest";
import { describeTransports } from "../fixture.ts";

describeTransports("shares", (make) => {
  test("answers a delete of an absent share with EntityNotExists.ResourceShare", async () => {
    const fixture = await make();
    const { status, code } = await fixture.call("DeleteResourceShare", { ResourceShareId: "rs-absent" });
    expect({ status, code }).toEqual({ status: 404, code: "EntityNotExists.ResourceShare" });
  });
});
