import { expect, test } from "vitest";
import { catalog, type Code } from "../../../provider/api/errors.ts";
import { describeTransports } from "../fixture.ts";
import { provocations } from "../error-scenarios.ts";

describeTransports("errors", (make) => {
  test.for(Object.keys(catalog) as Code[])("%s can be provoked and travels under its status", async (code) => {
    const { options, how } = provocations[code];
    const bench = await make(options);
    const answer = await how(bench);
    expect({ code: answer.code, status: answer.status }).toEqual({ code, status: catalog[code].status });
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(["RequestId", "HostId", "Code", "Message", "Recommend"]));
    expect(bench.simulator.invariants()).toEqual([]);
  });
});

test("the table of provocations names the codes of the catalog and no others", () => {
  expect(Object.keys(provocations).toSorted()).toEqual(Object.keys(catalog).toSorted());
});
