import { expect, it } from "vitest";
import { isRecord, parseJson } from "../../../../../provider/kernel/json.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { refresh, up, urn } from "../../../../support/resource-suite.ts";

/** The service with lists that refuse the id of a share that they do not show as existing. */
function refusingAbsentIds(transport: Transport): Transport {
  return async (request, signal) => {
    const answer = await transport(request, signal);
    const isById = new URL(request.url).searchParams.has("ResourceShareIds.1");
    const body = parseJson(answer.body);
    const shares: readonly unknown[] | undefined =
      isRecord(body) && Array.isArray(body["ResourceShares"]) ? body["ResourceShares"] : undefined;
    const isShown = shares?.some((share) => isRecord(share) && share["ResourceShareStatus"] === "Active");
    if (!isById || shares === undefined || isShown) return answer;
    const Code = "InvalidParameter.ResourceShareIds";
    return { ...answer, status: 400, body: JSON.stringify({ Code, Message: "The share does not exist.", RequestId: "R-1" }) };
  };
}

it("deletes a share, and finds a deleted one absent, where lists refuse the id of an absent share", async () => {
  const harness = createHarness();
  const driver = harness.run({ transport: refusingAbsentIds(harness.simulator.transport) }).driver("ResourceShare");
  const self = urn("ResourceShare");
  const made = await up(driver, { name: "network" }, self);
  await driver.delete(made.id, made.state, { urn: self });
  expect(harness.shares()).toEqual([]);
  const other = await up(driver, { name: "other" }, self);
  harness.simulator.outOfBand.deleteShare(other.id);
  expect(await refresh(driver, other, self)).toBeUndefined();
});
