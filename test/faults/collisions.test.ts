import { describe, expect, it } from "vitest";
import { givenCredentials } from "../../provider/client/credentials.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { demo } from "../../provider/simulator/demo.ts";
import type { SimulatorOptions } from "../../provider/simulator/simulator.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { laboratory, type Runner } from "../support/laboratory.ts";
import { Engine, type Program } from "./engine.ts";
import { startProcess } from "./process.ts";
import { liveShares } from "./world.ts";

const vswitches = (count: number) => Array.from({ length: count }, (_, index) => ({ type: "VSwitch", id: `vsw-${index}` }));
const share = (name: string, inputs: Values = {}) => ({
  token: "ResourceShare" as const,
  name,
  inputs: () => ({ name, resources: vswitches(7), targets: [demo.member], ...inputs }),
});
const platform: Program = Array.from({ length: 12 }, (_, index) => share(`net-${index}`));
const minute = 60_000;

function open(options: Omit<SimulatorOptions, "clock" | "random"> = {}) {
  const bench = laboratory(options);
  const engine = new Engine();
  const shares = () => liveShares(bench.simulator.world);
  return { bench, engine, shares, up: (program: Program, runner?: Runner) => engine.up(startProcess(bench, runner), program) };
}

describe("two troubles at a time", () => {
  it("a service that is down for half a minute while deletions are waited for passes unnoticed", async () => {
    const stage = open({ pace: { disassociate: minute, deleteShare: minute } });
    const { clock, simulator } = stage.bench;
    await stage.up(platform);
    const [down, upAgain] = [clock.now() + 20_000, clock.now() + 50_000];
    let refused = 0;
    const transport: Transport = async (request, signal) => {
      if (clock.now() < down || clock.now() >= upAgain) return simulator.transport(request, signal);
      refused += 1;
      throw new Error("the connection was refused");
    };
    const report = await stage.engine.destroy(startProcess(stage.bench, { transport }));
    expect(report.failures).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(stage.shares()).toEqual([]);
    expect(stage.engine.entries).toEqual([]);
  });

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
