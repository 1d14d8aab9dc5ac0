import { expect, test } from "vitest";
import { shows } from "../differences.ts";
import { runAgainst, simulated } from "../fixture.ts";

test.each([
  ["another value", '"TagValue":"none"', 'the value "none"'],
  ["no value", '"TagDescription":""', "no value"],
])("reports in `verify` that the service lists a tag with %s instead of an empty one", async (_title, member, seen) => {
  const found = await runAgainst(simulated(), { observe: shows("ListTagResources", '"TagValue":""', member)() });
  expect(found.results.find(({ id }) => id === "S-encoding")).toMatchObject({ result: "differs", seen });
});
