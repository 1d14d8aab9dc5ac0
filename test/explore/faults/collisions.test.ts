import { describe, expect, it } from "vitest";
import { givenCredentials } from "../../../provider/client/credentials/credentials-sources.ts";
import { Secret } from "../../../provider/kernel/secret.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { startProcess } from "../engine/provider-process.ts";
import { minute, openFixture, outage, platform, share, vswitches } from "../programs/fixture.ts";

describe("two faults at a time", () => {
  it("recovers from a service that is down for half a minute while deletes are polled", async () => {
    const fixture = openFixture({ pace: { disassociate: minute, deleteShare: minute } });
    await fixture.up(platform);
    const { transport, refused } = outage(fixture.harness);
    const report = await fixture.engine.destroy(startProcess(fixture.harness, { transport }));
    expect(report.failures).toEqual([]);
    expect(refused()).toBeGreaterThan(0);
    expect(fixture.shares()).toEqual([]);
    expect(fixture.engine.entries).toEqual([]);
  });

  // (promise P-renewal)
  it("signs queued calls with the credentials that are valid when they are sent, after a renewal", async () => {
    const calls = { CreateResourceShare: 1, AssociateResourceShare: 1, UntagResources: 1 };
    const fixture = openFixture({ limits: calls });
    const { clock, simulator } = fixture.harness;
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
    const report = await fixture.up(platform, { transport, credentials: () => () => (clock.now() < until ? early : late)() });
    expect(report.failures).toEqual([]);
    expect(clock.now()).toBeGreaterThan(until);
    expect(refused).toBe(0);
    expect(fixture.shares()).toHaveLength(platform.length);
  });

  it.each(
    [1, 2, 3].flatMap((nth) => [
      [nth, "a 500", { kind: "error", status: 500, code: "InternalError" }] as const,
      [nth, "a 500 that has taken effect", { kind: "error", status: 500, code: "InternalError", executed: true }] as const,
      [nth, "a lost answer", { kind: "lost" }] as const,
    ]),
  )("fails only the refused entity of a batch whose call %i meets %s", async (nth, _, fault) => {
    const fixture = openFixture();
    const { clock, simulator } = fixture.harness;
    const net = share("net", { resources: [], targets: [] });
    await fixture.up([net]);
    await clock.sleep(10_000);
    const id = fixture.engine.entries[0]?.id ?? "";
    simulator.faults.add({ operation: "AssociateResourceShare", nth, fault });
    const of = (name: string, inputs: Values) => ({
      kind: "ShareAssociation" as const,
      name,
      args: { shareId: id, ...inputs },
      options: {},
    });
    const good = [
      ...vswitches(4).map((one, index) => of(`resource-${index}`, { resources: [one] })),
      ...[demo.member, demo.network, demo.folders.apps].map((target) => of(`target-${target}`, { targets: [target] })),
    ];
    const report = await fixture.up([net, ...good, of("stranger", { targets: [demo.consumer] })]);
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatch(/^stranger: /);
    expect(simulator.calls.filter(({ fault: hit }) => hit !== undefined)).toHaveLength(1);
    expect(simulator.grants()).toHaveLength(12);
    expect((await fixture.up([net, ...good])).failures).toEqual([]);
    expect(simulator.grants()).toHaveLength(12);
    expect(fixture.engine.entries).toHaveLength(1 + good.length);
    expect(simulator.invariants()).toEqual([]);
  });

  it("reports no error for a share that another caller deletes during a destroy", async () => {
    const fixture = openFixture({ pace: { disassociate: minute } });
    await fixture.up(platform.slice(0, 3));
    const destroyed = fixture.engine.destroy(startProcess(fixture.harness));
    await fixture.harness.clock.sleep(10_000);
    for (const { id } of fixture.shares()) fixture.harness.simulator.outOfBand.deleteShare(id);
    expect((await destroyed).failures).toEqual([]);
    expect(fixture.shares()).toEqual([]);
    expect(fixture.engine.entries).toEqual([]);
  });
});
