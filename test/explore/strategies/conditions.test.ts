import { describe, expect, it } from "vitest";
import { sharing } from "../../../provider/api/operations.ts";
import { seededRandom } from "../../../provider/kernel/random.ts";
import { Secret } from "../../../provider/kernel/secret.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import type { SimulatorOptions } from "../../../simulator/simulator.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { denied } from "../../support/resource-fixture.ts";
import { errorResponse } from "../../unit/provider/client/fixture.ts";
import { permission } from "../../support/resource-scenarios.ts";
import { bindings } from "../../support/bindings/bound-provider.ts";
import type { Engine, Program } from "../engine/engine.ts";
import type { Harness, Options } from "../engine/provider-process.ts";
import { liveShares } from "../invariants/state-snapshot.ts";
import { minute, openFixture, platform, share, vswitches } from "../programs/fixture.ts";

const net = share("net");

/** Each object of the program exists once, has its id in the state, and is in the desired state. */
function expectWhole({ harness, engine }: { harness: Harness; engine: Engine }, program: Program): void {
  const shares = liveShares(harness.simulator.world);
  expect(shares.map(({ name }) => name).toSorted()).toEqual(program.map(({ name }) => name).toSorted());
  expect(engine.entries.map(({ id }) => id).toSorted()).toEqual(shares.map(({ id }) => id).toSorted());
  expect(shares.flatMap(({ tags }) => [...tags.keys()])).toEqual([]);
  expect(harness.simulator.invariants()).toEqual([]);
  expect(harness.simulator.grants().filter(({ pending }) => pending)).toEqual([]);
}

/** A transport to a service that is down for half a minute after twenty seconds. */
function outage({ clock, simulator }: Harness): Transport {
  const [down, recovered] = [clock.now() + 20_000, clock.now() + 50_000];
  return async (request, signal) => {
    if (clock.now() < down || clock.now() >= recovered) return simulator.transport(request, signal);
    throw new Error("the connection was refused");
  };
}

/** A transport of which half of the answers are 500 for a minute; half of these calls have taken effect. */
const halfInternalErrors =
  (seed: number) =>
  ({ clock, simulator }: Harness): Transport => {
    const over = clock.now() + minute;
    const chance = seededRandom(seed);
    return async (request, signal) => {
      const isHit = clock.now() < over && chance.next() < 0.5;
      const answer = isHit && chance.next() < 0.5 ? undefined : await simulator.transport(request, signal);
      return isHit || answer === undefined ? errorResponse(500, "InternalError", "no") : answer;
    };
  };

type Settings = Omit<SimulatorOptions, "clock" | "random">;
const tenth: Settings = {
  limits: Object.fromEntries(Object.entries(sharing).map(([name, { limit }]) => [name, (limit?.calls ?? 10) / 10])),
};
const slow: Settings = { pace: { associate: minute, disassociate: minute, deleteShare: minute } };
const late = ({ clock, simulator }: Harness): Transport => {
  return async (request, signal) => clock.sleep(5_000, signal).then(() => simulator.transport(request, signal));
};

describe("a service that is slow or down", () => {
  it.each<[title: string, settings: Settings, transportOf?: (harness: Harness) => Transport]>([
    ["allows a tenth of the rate", tenth],
    ["answers after five seconds", {}, late],
    ["is down for half a minute during a wait", slow, outage],
    ...[1, 2, 3, 4, 5].map((seed): [string, Settings, typeof outage] => [
      `answers half of all calls with 500 for a minute (${seed})`,
      {},
      halfInternalErrors(seed),
    ]),
  ])("creates and deletes a stack's resources when the service %s", async (_, settings, transportOf) => {
    const fixture = openFixture(settings);
    const { harness, engine } = fixture;
    const run = async (program: Program) => {
      const options: Options = transportOf ? { transport: transportOf(harness) } : {};
      for (let tries = 0; tries < 3; tries += 1) if ((await fixture.up(program, options)).failures.length === 0) return;
      await harness.clock.sleep(minute);
      expect((await fixture.up(program)).failures).toEqual([]);
    };
    await run(platform);
    expectWhole(fixture, platform);
    await run([]);
    expectWhole(fixture, []);
    expect(engine.entries).toEqual([]);
  });
});

describe("a cancelled update", () => {
  const acceptor: Program[number] = {
    kind: "InvitationAcceptor",
    name: "net",
    options: {},
    args: { account: "consumer", invitationId: "i-1" },
  };

  it.each([
    ["for associations", net, 1],
    ["for an invitation", acceptor, 0],
  ])("ends the wait %s of a cancelled update at once, sends no further write, and continues with the next run", async (_, entry, kept) => {
    const { harness, engine, start, shares, up } = openFixture({ pace: { associate: 2 * minute } }, "plugin");
    const process = start({ accounts: { consumer: demo.consumer } });
    const running = engine.up(process, [entry]);
    await harness.clock.sleep(10_000);
    const [cancelledAt, from] = [harness.clock.now(), harness.calls().length];
    process.cancel();
    const { failures } = await running;
    expect(harness.clock.now() - cancelledAt).toBeLessThan(1_000);
    expect(failures).toEqual(["net: the update was cancelled before this was done; `pulumi up` resumes it"]);
    await harness.clock.sleep(minute);
    expect(harness.writes(from)).toEqual([]);
    expect(engine.entries.map(({ id, isUnfinished }) => [id, isUnfinished])).toEqual(shares().map(({ id }) => [id, true]));
    expect(engine.entries).toHaveLength(kept);
    if (kept === 0) return;
    harness.simulator.outOfBand.settleNow();
    expect((await up([entry])).failures).toEqual([]);
    expectWhole({ harness, engine }, [entry]);
  });
});

describe("the credentials of an update", () => {
  const temporary = ({ simulator }: Harness, token: string) => {
    const { accessKeyId, accessKeySecret } = simulator.keys[0] ?? { accessKeyId: "", accessKeySecret: "" };
    return () => Promise.resolve({ accessKeyId, accessKeySecret: new Secret(accessKeySecret), securityToken: new Secret(token) });
  };

  // (promise P-renewal)
  it("signs queued calls with the credentials that are valid when they are sent, after a renewal", async () => {
    const fixture = openFixture({ limits: { CreateResourceShare: 1, AssociateResourceShare: 1, UntagResources: 1 } });
    const { harness } = fixture;
    const until = harness.clock.now() + 3000;
    const current = () => (harness.clock.now() < until ? "early" : "late");
    const transport: Transport = async (request, signal) =>
      request.headers["x-acs-security-token"] === current()
        ? harness.simulator.transport(request, signal)
        : errorResponse(400, "InvalidSecurityToken.Expired", "expired");
    const [early, renewed] = [temporary(harness, "early"), temporary(harness, "late")];
    const report = await fixture.up(platform, { transport, credentials: () => () => (current() === "early" ? early : renewed)() });
    expect(report.failures).toEqual([]);
    expect(harness.clock.now()).toBeGreaterThan(until);
    expectWhole(fixture, platform);
  });

  it.each(bindings)("changes nothing in an update, destroy or refresh with credentials of another account: %s", async (binding) => {
    const fixture = openFixture({}, binding);
    await fixture.up([net]);
    await fixture.harness.clock.sleep(1000);
    const [before, from] = [fixture.engine.entries, fixture.harness.calls().length];
    const stranger = { accountId: demo.consumer, sources: { credentials: "KEY_ID", region: "REGION_ID", accountId: "ACCOUNT_ID" } };
    const reports = [
      await fixture.up([share("net", { targets: [demo.network] })], stranger),
      await fixture.engine.destroy(fixture.start(stranger)),
      await fixture.engine.refresh(fixture.start(stranger)),
    ];
    for (const { failures } of reports)
      expect(failures.join()).toMatch(new RegExp(`account ${demo.owner}.* from KEY_ID .*account ${demo.consumer}`));
    expect(fixture.harness.writes(from)).toEqual([]);
    expect(fixture.engine.entries).toEqual(before);
  });
});

describe("an update of which a part is refused", () => {
  const setQuota = ({ simulator: { world } }: Harness, quota: "shares" | "sharedResources", count: number) => {
    world.settings = { ...world.settings, quotas: { ...world.settings.quotas, [quota]: count } };
  };

  it.each(bindings)("records the shares that an update created before it exceeded the quota of shares: %s", async (binding) => {
    const fixture = openFixture({}, binding);
    const program = platform.slice(0, 5);
    setQuota(fixture.harness, "shares", 3);
    const { failures } = await fixture.up(program);
    const message = expect.stringMatching(/^net-\d: CreateResourceShare failed: QuotaExceeded.*free some .*, or ask/);
    expect(failures).toEqual([message, message]);
    expect(fixture.engine.entries).toHaveLength(3);
    setQuota(fixture.harness, "shares", 5);
    expect((await fixture.up(program)).failures).toEqual([]);
    expectWhole(fixture, program);
  });

  it.each(bindings)(
    "records the resources that a share has when it exceeds their quota, and names one that it lacks: %s",
    async (binding) => {
      const fixture = openFixture({}, binding);
      const program = [share("net", { resources: vswitches(12) })];
      setQuota(fixture.harness, "sharedResources", 10);
      const { failures } = await fixture.up(program);
      expect(failures).toHaveLength(1);
      expect(failures[0]).toMatch(/QuotaExceeded.*free some .*, or ask/);
      expect(failures[0]).toMatch(/resource VSwitch vsw-\d/);
      expect(fixture.engine.entries[0]?.outputs["resources"]).toHaveLength(10);
      setQuota(fixture.harness, "sharedResources", 12);
      expect((await fixture.up(program)).failures).toEqual([]);
      expectWhole(fixture, program);
    },
  );

  it.each(
    [1, 2, 3].flatMap((nth) => [
      [nth, "a 500", { kind: "error", status: 500, code: "InternalError" }] as const,
      [nth, "a 500 that has taken effect", { kind: "error", status: 500, code: "InternalError", executed: true }] as const,
      [nth, "a lost answer", { kind: "lost" }] as const,
    ]),
  )("fails only the refused entity of a batch whose call %i meets %s", async (nth, _, fault) => {
    const fixture = openFixture();
    const { clock, simulator } = fixture.harness;
    const empty = share("net", { resources: [], targets: [] });
    await fixture.up([empty]);
    await clock.sleep(10_000);
    simulator.faults.add({ operation: "AssociateResourceShare", nth, fault });
    const of = (name: string, args: Values): Program[number] => ({
      ...{ kind: "ShareAssociation", name, options: {} },
      args: { shareId: { $id: "net" }, ...args },
    });
    const good = [
      ...vswitches(4).map((one, index) => of(`resource-${index}`, { resources: [one] })),
      ...[demo.member, demo.network, demo.folders.apps].map((target) => of(`target-${target}`, { targets: [target] })),
    ];
    const report = await fixture.up([empty, ...good, of("stranger", { targets: [demo.consumer] })]);
    expect(report.failures.map((failure) => failure.split(":")[0])).toEqual(["stranger"]);
    expect(simulator.calls.filter(({ fault: hit }) => hit !== undefined)).toHaveLength(1);
    expect((await fixture.up([empty, ...good])).failures).toEqual([]);
    expect(simulator.grants()).toHaveLength(12);
    expect(fixture.engine.entries).toHaveLength(1 + good.length);
    expect(simulator.invariants()).toEqual([]);
  });
});

describe("a refused destroy", () => {
  it.each(bindings)(
    "attaches the permission of a share again in the `up` after a refused destroy, over the %s binding",
    async (binding) => {
      const { harness, engine, start, shares, up } = openFixture({}, binding);
      const permissionName = permission("VSwitch", "ReadOnly");
      const may: Program[number] = { kind: "SharePermission", name: "may", args: { shareId: { $id: "net" }, permissionName }, options: {} };
      await up([net, may]);
      harness.simulator.faults.add({ operation: "DeleteResourceShare", fault: denied });
      expect((await engine.destroy(start())).failures).toEqual([expect.stringContaining(denied.code)]);
      expect(engine.entries.map(({ kind }) => kind)).toEqual(["ResourceShare"]);
      const from = harness.calls().length;
      expect((await up([net, may])).failures).toEqual([]);
      expect(harness.writes(from)).toEqual(["AssociateResourceSharePermission"]);
      expect(shares().map(({ permissions }) => permissions.get("VSwitch")?.name)).toEqual([permissionName]);
      expect(engine.entries.map(({ kind }) => kind)).toEqual(["ResourceShare", "SharePermission"]);
    },
  );
});

describe("another caller's change during an operation", () => {
  it("destroys a stack without an error when another caller deletes the share meanwhile", async () => {
    const fixture = openFixture({ pace: { disassociate: minute } });
    await fixture.up(platform.slice(0, 3));
    const destroyed = fixture.engine.destroy(fixture.start());
    await fixture.harness.clock.sleep(10_000);
    for (const { id } of fixture.shares()) fixture.harness.simulator.outOfBand.deleteShare(id);
    expect((await destroyed).failures).toEqual([]);
    expectWhole(fixture, []);
    expect(fixture.engine.entries).toEqual([]);
  });
});
