import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { CallLog, type CallRecord } from "../../../../simulator/gateway/call-log.ts";
import { signed, signingTime } from "../../../support/signer.ts";
import { createFixture } from "../fixture.ts";

const record = (parameters: CallRecord["parameters"] = {}): Omit<CallRecord, "number"> => ({
  at: 0,
  account: "1",
  operation: "ListResourceShares",
  parameters,
  status: 200,
  requestId: "R",
  tookEffect: true,
});

test("keeps the last 100,000 calls in the simulator's call log, with their numbers", () => {
  const log = new CallLog();
  for (let count = 0; count < 100_005; count += 1) log.add(record());
  expect(log.records).toHaveLength(100_000);
  expect([log.records[0]?.number, log.records.at(-1)?.number]).toEqual([6, 100_005]);
  log.clear();
  expect(log.records).toEqual([]);
  log.add(record());
  expect(log.records.map(({ number }) => number)).toEqual([100_006]);
});

test("keeps at most 64 million characters of calls and responses in the simulator's call log", () => {
  const log = new CallLog();
  const body = JSON.stringify("n".repeat(10_000_000));
  for (let count = 0; count < 10; count += 1) log.add(record(), { body, secrets: [] });
  expect(log.records.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10]);
  expect([log.responseTo(4), typeof log.responseTo(5)]).toEqual([undefined, "string"]);
});

// (promise P-simulator-log)
test("logs neither parameters of an unsigned request nor an unknown operation's name in the simulator", async () => {
  const { simulator, send, url, key, clock } = await createFixture();
  const request = { url, date: signingTime(clock.now()), parameters: { ResourceShareName: "canary" } };
  await send(signed({ ...request, key: { ...key(), accessKeySecret: "wrong" }, action: "CreateResourceShare" }));
  await send(signed({ ...request, key: { accessKeyId: "canary", accessKeySecret: "s" }, action: "canary" }));
  await send({ method: "POST", url: `${url}?Action=canary&Note=canary`, headers: {}, body: "" });
  expect(JSON.stringify(simulator.calls)).not.toContain("canary");
  expect(simulator.calls.map(({ operation, account, parameters }) => [operation, account, parameters])).toEqual([
    ["CreateResourceShare", "", {}],
    ["", "", {}],
    ["", "", {}],
  ]);
  await send(signed({ ...request, key: key(), action: "CreateResourceShare" }));
  expect(simulator.calls.at(-1)?.parameters).toEqual({ ResourceShareName: "canary" });
});

// (promise P-simulator-log)
test("logs no response to an unsigned request in the simulator, and no keys that AssumeRole returns", async () => {
  const { simulator, send, url, key, clock } = await createFixture();
  const date = signingTime(clock.now());
  await send(signed({ url, date, key: { ...key(), accessKeySecret: "wrong" }, action: "DescribeRegions" }));
  expect(simulator.responseTo(1)).toBeUndefined();
  const role = { RoleArn: `acs:ram::${demo.network}:role/resource-sharing`, RoleSessionName: "test" };
  const response = await send(signed({ url, date, key: key(), action: "AssumeRole", version: "2015-04-01", parameters: role }));
  const { Credentials } = JSON.parse(response.body) as { Credentials: Readonly<Record<string, string>> };
  const kept = JSON.stringify(simulator.responseTo(2));
  expect(kept).toContain(Credentials["AccessKeyId"]);
  expect(kept).not.toContain(Credentials["AccessKeySecret"]);
  expect(kept).not.toContain(Credentials["SecurityToken"]);
});
