import { expect, test } from "vitest";
import { catalog, type Code } from "../../../../provider/api/error-codes.ts";
import { describeTransports } from "../fixture.ts";
import { provocations, settings } from "../error-scenarios.ts";

describeTransports("errors", (make) => {
  test.for(Object.keys(catalog) as Code[])("returns the error code %s from the simulator with its HTTP status", async (code) => {
    const fixture = await make(settings[code]);
    const answer = await provocations[code](fixture);
    expect({ code: answer.code, status: answer.status }).toEqual({ code, status: catalog[code].status });
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(["RequestId", "HostId", "Code", "Message", "Recommend"]));
    expect(fixture.simulator.invariants()).toEqual([]);
  });
});
