import { describe, expect, it } from "vitest";
import { sharing } from "../../../provider/api/operations.ts";
import { givenCredentials } from "../../../provider/client/credentials/credentials-sources.ts";
import type { Clock } from "../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../provider/kernel/random.ts";
import { Secret } from "../../../provider/kernel/secret.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import type { Engine, Program } from "../engine/engine.ts";
import { bindings } from "../../support/bindings/bound-provider.ts";
import type { Harness } from "../engine/provider-process.ts";
import { minute, openFixture, outage, platform, share, vswitches } from "../programs/fixture.ts";
import { liveShares } from "../invariants/state-snapshot.ts";

/** Each object of the program exists once, has its id in the state, and is in the desired state. */
function expectWhole({ harness, engine }: { harness: Harness; engine: Engine }, program: Program): void {
  const shares = liveShares(harness.simulator.world);
  expect(shares.map(({ name }) => name).toSorted()).toEqual(program.map(({ name }) => name).toSorted());
  expect(engine.entries.map(({ id }) => id).toSorted()).toEqual(shares.map(({ id }) => id).toSorted());
  expect(shares.flatMap(({ tags }) => [...tags.keys()])).toEqual([]);
  expect(harness.simulator.invariants()).toEqual([]);
  expect(harness.simulator.grants().filter(({ pending }) => pending)).toEqual([]);
}

describe("an outage of the service", () => {
  it("slows down without a failure when the service allows a tenth of the rate", async () => {
    const limits = Object.fromEntries(Object.entries(sharing).map(([name, { limit }]) => [name, (limit?.calls ?? 10) / 10]));
    const fixture = openFixture({ limits });
    const report = await fixture.up(platform);
    expect(report.failures).toEqual([]);
    expectWhole(fixture, platform);
  });

  it("slows down without a failure when the service answers after five seconds", async () => {
    const fixture = openFixture();
    fixture.harness.simulator.faults.add({ times: 1_000_000, fault: { kind: "latency", ms: 5000 } });
    const report = await fixture.up(platform);
    expect(report.failures).toEqual([]);
    expectWhole(fixture, platform);
  });

  it.each([[1], [2], [3], [4], [5]])(
    "loses nothing when half of all answers are 500 for a minute, with repeated runs (%i)",
    async (seed) => {
      const fixture = openFixture();
      const { clock, simulator } = fixture.harness;
      const over = clock.now() + minute;
      const chance = seededRandom(seed);
      const body = JSON.stringify({ RequestId: "R", Code: "InternalError", Message: "no" });
      const transport: Transport = async (request, signal) => {
        const isHit = clock.now() < over && chance.next() < 0.5;
        // Half of the calls with this answer have taken effect.
        const answer = isHit && chance.next() < 0.5 ? undefined : await simulator.transport(request, signal);
        return isHit || answer === undefined ? { status: 500, headers: { "content-type": "application/json" }, body } : answer;
      };
      for (let tries = 0; tries < 3 && clock.now() < over; tries += 1) await fixture.up(platform, { transport });
      await clock.sleep(over - clock.now());
      expect((await fixture.up(platform)).failures).toEqual([]);
      expectWhole(fixture, platform);
    },
  );

  it("recovers from a service that is down for half a minute during a wait", async () => {
    const fixture = openFixture({ pace: { associate: minute } });
    const { transport, refused } = outage(fixture.harness);
    const report = await fixture.up([share("net")], { transport });
    expect(report.failures).toEqual([]);
    expect(refused()).toBeGreaterThan(0);
    expectWhole(fixture, [share("net")]);
  });
});

describe("a fault of the machine", () => {
  it.each([
    [20, "ahead of"],
    [-20, "behind"],
  ])("reports a clock that is %i minutes off and creates nothing until it is right", async (minutes, where) => {
    const fixture = openFixture();
    const { clock: right } = fixture.harness;
    const clock: Clock = {
      now: () => right.now(),
      wallTime: () => right.now() + minutes * minute,
      sleep: (ms, signal) => right.sleep(ms, signal),
      setTimer: (ms, ring) => right.setTimer(ms, ring),
    };
    const report = await fixture.up([share("net")], { transport: dated(fixture.harness), clock });
    expect(report.failures.join()).toContain(`the machine's clock is about 20 minutes ${where} the service's; set the machine's clock`);
    expect(liveShares(fixture.harness.simulator.world)).toEqual([]);
    expect(fixture.engine.entries).toEqual([]);
    expect((await fixture.up([share("net")])).failures).toEqual([]);
    expectWhole(fixture, [share("net")]);
  });

  it.each(bindings)(
    "keeps the id when credentials expire half-way, reports what to do, and continues with new ones: %s",
    async (binding) => {
      const fixture = openFixture({ pace: { associate: 20 * minute } }, binding);
      const { harness } = fixture;
      const until = harness.clock.now() + 2 * minute;
      const transport: Transport = async (request, signal) => {
        if (harness.clock.now() < until) return harness.simulator.transport(request, signal);
        const message = `The security token ${request.headers["x-acs-security-token"]} has expired.`;
        const body = JSON.stringify({ RequestId: "R", Code: "InvalidSecurityToken.Expired", Message: message });
        return { status: 400, headers: { "content-type": "application/json" }, body };
      };
      const { accessKeyId, accessKeySecret } = harness.simulator.keys[0] ?? { accessKeyId: "", accessKeySecret: "" };
      const temporary = { accessKeyId, accessKeySecret: new Secret(accessKeySecret), securityToken: new Secret("canary-of-the-token") };
      const credentials = () => givenCredentials(temporary);
      const report = await fixture.up([share("net")], { transport, credentials });
      expect(report.failures.join()).toContain("are temporary and have expired; get new ones and run again");
      expect(JSON.stringify([report, fixture.engine.entries])).not.toMatch(new RegExp(`canary|${accessKeySecret}`));
      expect(fixture.engine.entries.map(({ id }) => id)).toEqual(liveShares(harness.simulator.world).map(({ id }) => id));
      harness.simulator.outOfBand.settleNow();
      expect((await fixture.up([share("net")])).failures).toEqual([]);
      expectWhole(fixture, [share("net")]);
    },
  );

  it.each(bindings)(
    "changes nothing with credentials of another account, in the service or in the state, and names both: %s",
    async (binding) => {
      const fixture = openFixture({}, binding);
      await fixture.up([share("net")]);
      await fixture.harness.clock.sleep(1000);
      const [before, from] = [fixture.engine.entries, fixture.harness.calls().length];
      const stranger = { accountId: demo.consumer };
      const reports = [
        await fixture.up([share("net", { targets: [demo.network] })], stranger),
        await fixture.engine.destroy(fixture.start(stranger)),
        await fixture.engine.refresh(fixture.start(stranger)),
      ];
      for (const { failures } of reports) expect(failures.join()).toMatch(new RegExp(`account ${demo.owner}.*account ${demo.consumer}`));
      expect(fixture.harness.writes(from)).toEqual([]);
      expect(fixture.engine.entries).toEqual(before);
    },
  );
});

describe("a quota that is reached half-way", () => {
  it.each(bindings)("keeps created shares in the state at a quota of shares and reports what is missing: %s", async (binding) => {
    const fixture = openFixture({}, binding);
    const { world } = fixture.harness.simulator;
    const program = platform.slice(0, 5);
    world.settings = { ...world.settings, quotas: { ...world.settings.quotas, shares: 3 } };
    const report = await fixture.up(program);
    expect(report.failures).toHaveLength(2);
    for (const failure of report.failures) expect(failure).toMatch(/^net-\d: CreateResourceShare failed: QuotaExceeded.*free some, or ask/);
    expect(fixture.engine.entries).toHaveLength(3);
    world.settings = { ...world.settings, quotas: { ...world.settings.quotas, shares: 5 } };
    expect((await fixture.up(program)).failures).toEqual([]);
    expectWhole(fixture, program);
  });

  it.each(bindings)("keeps shared resources in the state at a quota of resources and names the missing ones: %s", async (binding) => {
    const fixture = openFixture({}, binding);
    const { world } = fixture.harness.simulator;
    const program = [share("net", { resources: vswitches(12) })];
    world.settings = { ...world.settings, quotas: { ...world.settings.quotas, sharedResources: 10 } };
    const report = await fixture.up(program);
    expect(report.failures.join()).toMatch(/QuotaExceeded.*free some, or ask/);
    expect(report.failures.join()).toMatch(/resource VSwitch vsw-\d/);
    expect(fixture.engine.entries[0]?.outputs["resources"]).toHaveLength(10);
    world.settings = { ...world.settings, quotas: { ...world.settings.quotas, sharedResources: 12 } };
    expect((await fixture.up(program)).failures).toEqual([]);
    expectWhole(fixture, program);
  });
});

/** Answers with a date from the server's own clock. */
function dated({ clock, simulator }: Harness): Transport {
  return async (request, signal) => {
    const answer = await simulator.transport(request, signal);
    return { ...answer, headers: { ...answer.headers, date: new Date(clock.now()).toUTCString() } };
  };
}
