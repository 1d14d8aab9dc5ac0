import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { ResponseLog } from "../../../../simulator/gateway/response-log.ts";
import { signed, signingTime } from "../../../support/signer.ts";
import { createFixture } from "../fixture.ts";

test("keeps the latest responses, at most 16 million characters", () => {
  const log = new ResponseLog();
  const body = JSON.stringify("n".repeat(1_000_000));
  for (let number = 1; number <= 40; number += 1) log.add(number, body, []);
  const kept = Array.from({ length: 40 }, (_, index) => index + 1).filter((number) => log.get(number) !== undefined);
  expect([kept[0], kept.at(-1), kept.length]).toEqual([26, 40, 15]);
  log.clear();
  expect(log.get(40)).toBeUndefined();
});

// (promise P-simulator-log)
test("keeps no response to an unsigned request, and no keys that AssumeRole returns", async () => {
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
