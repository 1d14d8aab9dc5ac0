import { expect, test } from "vitest";
import { FlowControl } from "../../../../simulator/gateway/flow-control.ts";
import { createFixture } from "../fixture.ts";

const limit = { calls: 2, windowMs: 1000 };

test("counts an operation's limit for each account and each region separately", () => {
  const flow = new FlowControl(() => 0, true);
  const admit = (account: string, region: string, operation = "List") => flow.admit(account, region, operation, limit);
  const places = [
    ["1", "cn-hangzhou"],
    ["1", "cn-beijing"],
    ["2", "cn-hangzhou"],
  ] as const;
  for (const [account, region] of places) {
    admit(account, region);
    admit(account, region);
    expect(() => admit(account, region)).toThrow("user flow control");
    expect(() => admit(account, region, "Create")).not.toThrow();
  }
});

test("has the published quotas by default", async () => {
  const { simulator } = await createFixture();
  expect(simulator.world.settings.quotas).toMatchObject({ shares: 1_000, sharedResources: 1_000 });
});
