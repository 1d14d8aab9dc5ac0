import { describe, expect, it } from "vitest";
import { readFailure } from "../../../provider/client/errors/error-response.ts";
import { catalog } from "../../../provider/api/errors.ts";
import { sharing } from "../../../provider/api/operations.ts";
import { createFixture } from "../../simulator/fixture.ts";
import { provocations } from "../../simulator/error-scenarios.ts";

const operations: readonly (typeof sharing)[keyof typeof sharing][] = Object.values(sharing);

describe("the message of each error code", () => {
  it.each(Object.entries(provocations))("%s names the operation, the code, the reason and the request", async (code, { options, how }) => {
    const made = await createFixture(undefined, options);
    const answer = await how(made);
    expect(answer.code).toBe(code);
    const called = made.simulator.calls.at(-1)?.operation;
    const operation = operations.find(({ name }) => name === called) ?? sharing.DescribeRegions;
    const answered = { status: answer.status, headers: answer.headers, body: JSON.stringify(answer.body) };
    const error = readFailure(operation, answered, { account: undefined, now: made.clock.now(), secrets: [] });
    const request = String(answer.body["RequestId"]);
    expect(error.message).toMatch(
      new RegExp(`^${operation.name} failed: ${code.replaceAll(".", "\\.")}: .{12,} \\(request ${request}\\)$`),
    );
    expect(error.message).not.toMatch(/secret-of|Signature=|string to sign/i);
    expect(error.message.replace(request, "…")).toMatchSnapshot();
    await made.close();
  });

  it("covers every code of the catalog", () => {
    expect(Object.keys(provocations).toSorted()).toEqual(Object.keys(catalog).toSorted());
  });
});
