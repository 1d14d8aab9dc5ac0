import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import type { Fault } from "../../../../simulator/gateway/faults.ts";
import { encodeRpc } from "../../../../provider/wire/encode.ts";
import { signed, signingTime } from "../../../support/signer.ts";
import { describeTransports, type Fixture } from "../fixture.ts";

/** The errors of Node and of the in-process transport when a connection breaks. */
const broken = /closed|fetch failed|terminated/;
const name = { ResourceShareName: "a" };

/** Creates a share under a fault and returns the raw answer. */
function createUnder(fixture: Fixture, fault: Fault, signal?: AbortSignal) {
  const { simulator, send, url, key, clock } = fixture;
  simulator.faults.add({ operation: "CreateResourceShare", fault });
  const request = { key: key(), action: "CreateResourceShare", parameters: encodeRpc(name), url, date: signingTime(clock.now()) };
  return send(signed(request), signal);
}

describeTransports("faults and flow control", (make) => {
  test.for(["dropped", "lost"] as const)("sends no answer from the simulator to a %s call", async (kind) => {
    const fixture = await make();
    await expect(createUnder(fixture, { kind })).rejects.toThrow(broken);
    expect(fixture.simulator.world.shares.size).toBe(kind === "lost" ? 1 : 0);
    expect(fixture.simulator.calls.at(-1)).toMatchObject({ status: 0, tookEffect: kind === "lost", fault: kind });
  });

  test("truncates an answer of the simulator by a fault, although the call took effect", async () => {
    const fixture = await make();
    await expect(createUnder(fixture, { kind: "truncated" })).rejects.toThrow(broken);
    expect(fixture.simulator.world.shares.size).toBe(1);
  });

  test("ends a hanging call of the simulator when its caller aborts", async () => {
    const fixture = await make();
    await expect(createUnder(fixture, { kind: "hang" }, AbortSignal.timeout(50))).rejects.toThrow(/timeout/);
    expect(fixture.simulator.world.shares.size).toBe(0);
  });

  test("returns invalid JSON from the simulator for the fault `garbage`, and HTML for `contentType`", async () => {
    const fixture = await make();
    const garbage = await createUnder(fixture, { kind: "garbage" });
    expect(() => JSON.parse(garbage.body) as unknown).toThrow(SyntaxError);
    const page = await createUnder(fixture, { kind: "contentType" });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(fixture.simulator.world.shares.size).toBe(1);
  });

  test("delays an answer with the fault `latency` on the simulator's clock", async () => {
    const fixture = await make();
    const before = fixture.clock.now();
    expect((await createUnder(fixture, { kind: "latency", ms: 5_000 })).status).toBe(200);
    expect(fixture.clock.now() - before).toBe(5_000);
  });

  test("applies a fault of the simulator to the calls of one account, from the n-th on, as often as configured", async () => {
    const { simulator, call } = await make();
    simulator.faults.add({ account: demo.member, nth: 2, times: 2, fault: { kind: "error", status: 503, code: "ServiceUnavailable" } });
    const status = async (account: string) => (await call("DescribeRegions", {}, account)).status;
    expect(await status(demo.owner)).toBe(200);
    expect([await status(demo.member), await status(demo.member), await status(demo.member), await status(demo.member)]).toEqual([
      200, 503, 503, 200,
    ]);
    expect(simulator.faults.list()).toEqual([]);
  });

  test("throttles the eleventh creation within a second in the simulator, for this account and this operation only", async () => {
    const { simulator, clock, call } = await make({ limits: true });
    const code = async (account?: string, action = "CreateResourceShare") => (await call(action, name, account)).code;
    for (let n = 0; n < 10; n += 1) expect(await code()).toBeUndefined();
    const refused = await call("CreateResourceShare", name);
    expect(refused).toMatchObject({ status: 400, code: "Throttling.User" });
    expect(refused.headers["x-acs-retry-after"]).toBe("1000");
    expect(simulator.calls.at(-1)).toMatchObject({ account: demo.owner, code: "Throttling.User", tookEffect: false });
    expect(await code(demo.member)).toBeUndefined();
    expect(await code(undefined, "DescribeRegions")).toBeUndefined();
    clock.advance(1_000);
    expect(await code()).toBeUndefined();
    expect(simulator.world.shares.size).toBe(12);
  });
});
