import { describe, expect, it } from "vitest";
import { givenCredentials } from "../../provider/client/credentials.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { demo } from "../../provider/simulator/demo.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { startProcess } from "./process.ts";
import { minute, open, outage, platform, share, vswitches } from "./stage.ts";

describe("two troubles at a time", () => {
  it("a service that is down for half a minute while deletions are waited for passes unnoticed", async () => {
    const stage = open({ pace: { disassociate: minute, deleteShare: minute } });
    await stage.up(platform);
    const { transport, refused } = outage(stage.bench);
    const report = await stage.engine.destroy(startProcess(stage.bench, { transport }));
    expect(report.failures).toEqual([]);
    expect(refused()).toBeGreaterThan(0);
    expect(stage.shares()).toEqual([]);
    expect(stage.engine.entries).toEqual([]);
  });

  // (promise P-renewal)
  it("credentials that are renewed while calls wait for their turn sign each call with those that are good then", async () => {
    const calls = { CreateResourceShare: 1, AssociateResourceShare: 1, UntagResources: 1 };
    const stage = open({ limits: calls });
    const { clock, simulator } = stage.bench;
    const until = clock.now() + 3000;
    const { accessKeyId, accessKeySecret } = simulator.keys[0] ?? { accessKeyId: "", accessKeySecret: "" };
    const temporary = (token: string) =>
      givenCredentials({ accessKeyId, accessKeySecret: new Secret(accessKeySecret), securityToken: new Secret(token) });
    const [early, late] = [temporary("early"), temporary("late")];
    let refused = 0;
    const transport: Transport = async (request, signal) => {
      const isGood = request.headers["x-acs-security-token"] === (clock.now() < until ? "early" : "late");
      if (isGood) return simulator.transport(request, signal);
      refused += 1;
      const body = JSON.stringify({ RequestId: "R", Code: "InvalidSecurityToken.Expired", Message: "expired" });
      return { status: 400, headers: { "content-type": "application/json" }, body };
    };
    const report = await stage.up(platform, { transport, credentials: () => () => (clock.now() < until ? early : late)() });
    expect(report.failures).toEqual([]);
    expect(clock.now()).toBeGreaterThan(until);
    expect(refused).toBe(0);
    expect(stage.shares()).toHaveLength(platform.length);
  });

  it.each(
    [1, 2, 3].flatMap((nth) => [
      [nth, "a 500", { kind: "error", status: 500, code: "InternalError" }] as const,
      [nth, "a 500 that has taken effect", { kind: "error", status: 500, code: "InternalError", executed: true }] as const,
      [nth, "a lost answer", { kind: "lost" }] as const,
    ]),
  )("a batch whose call %i meets %s, and one entity of which is refused, fails for that one alone", async (nth, _, fault) => {
    const stage = open();
    const { clock, simulator } = stage.bench;
    const net = share("net", { resources: [], targets: [] });
    await stage.up([net]);
    await clock.sleep(10_000);
    const id = stage.engine.entries[0]?.id ?? "";
    simulator.faults.add({ operation: "AssociateResourceShare", nth, fault });
    const of = (name: string, inputs: Values) => ({
      token: "ShareAssociation" as const,
      name,
      inputs: () => ({ shareId: id, ...inputs }),
    });
    const good = [
      ...vswitches(4).map((one, index) => of(`resource-${index}`, { resources: [one] })),
      ...[demo.member, demo.network, demo.folders.apps].map((target) => of(`target-${target}`, { targets: [target] })),
    ];
    const report = await stage.up([net, ...good, of("stranger", { targets: [demo.consumer] })]);
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatch(/^stranger: /);
    expect(simulator.calls.filter(({ fault: hit }) => hit !== undefined)).toHaveLength(1);
    expect(simulator.grants()).toHaveLength(12);
    expect((await stage.up([net, ...good])).failures).toEqual([]);
    expect(simulator.grants()).toHaveLength(12);
    expect(stage.engine.entries).toHaveLength(1 + good.length);
    expect(simulator.invariants()).toEqual([]);
  });

  it("a share that somebody else deletes in the middle of a destroy is gone, and nobody complains", async () => {
    const stage = open({ pace: { disassociate: minute } });
    await stage.up(platform.slice(0, 3));
    const destroyed = stage.engine.destroy(startProcess(stage.bench));
    await stage.bench.clock.sleep(10_000);
    for (const { id } of stage.shares()) stage.bench.simulator.behindTheBack.deleteShare(id);
    expect((await destroyed).failures).toEqual([]);
    expect(stage.shares()).toEqual([]);
    expect(stage.engine.entries).toEqual([]);
  });
});
