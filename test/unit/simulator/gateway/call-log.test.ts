import { expect, test } from "vitest";
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

test("keeps the last 100,000 calls, with their numbers", () => {
  const log = new CallLog();
  for (let count = 0; count < 250_001; count += 1) log.add(record());
  expect(log.records).toHaveLength(100_000);
  expect([log.records[0]?.number, log.records.at(-1)?.number]).toEqual([150_002, 250_001]);
  log.clear();
  expect(log.records).toEqual([]);
  log.add(record());
  expect(log.records.map(({ number }) => number)).toEqual([250_002]);
});

// (promise P-simulator-log)
test("logs neither parameters of an unsigned request nor an unknown operation's name", async () => {
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
