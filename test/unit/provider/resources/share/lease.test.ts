import { describe, expect, it } from "vitest";
import type { Client } from "../../../../../provider/client/client.ts";
import { instantOf } from "../../../../../provider/kernel/clock.ts";
import { Lease } from "../../../../../provider/resources/share/lease.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { createHarness } from "../../../../support/harness.ts";
import { up, urn } from "../../../../support/resource-suite.ts";

const share = (name: string) => ({ name, targets: [demo.member] });

async function open(count: number) {
  const harness = createHarness();
  const driver = harness.run().driver("ResourceShare");
  const names = Array.from({ length: count }, (_, index) => `net-${index}`);
  const ids = (await Promise.all(names.map((name) => up(driver, share(name), urn("ResourceShare", name))))).map(({ id }) => id);
  const client = await harness.run().host.client(undefined, undefined);
  harness.simulator.forgetCalls();
  return { harness, ids, lease: new Lease(client, harness.clock, "me") };
}

describe("the lease of shares that are being created", () => {
  it("renews every five seconds, for twenty shares in one call", async () => {
    const { harness, ids, lease } = await open(20);
    for (const id of ids) lease.hold(id, harness.clock.now() + 60_000, instantOf(harness.clock));
    await harness.clock.sleep(4_900);
    expect(harness.calls()).toEqual([]);
    await harness.clock.sleep(6_000);
    expect(harness.calls()).toEqual(["TagResources", "TagResources"]);
    expect(ids.map((id) => harness.simulator.world.shares.get(id)?.tags.get("resourceshare:lease"))).toEqual(ids.map(() => "me.2"));
    for (const id of ids) await lease.release(id);
  });

  it("renews the lease of the other shares when the service refuses one of them", async () => {
    const { harness, ids, lease } = await open(20);
    const held = [...ids, "rs-gone"];
    for (const id of held.slice(1)) lease.hold(id, harness.clock.now() + 60_000, instantOf(harness.clock));
    await harness.clock.sleep(9_000);
    const leases = ids.slice(1).map((id) => harness.simulator.world.shares.get(id)?.tags.get("resourceshare:lease"));
    expect(leases.filter((value) => value === undefined)).toEqual([]);
    for (const id of held) await lease.release(id);
  });

  it("stops renewals after a release or at the end of its time", async () => {
    const { harness, ids, lease } = await open(2);
    const [one = "", other = ""] = ids;
    lease.hold(one, harness.clock.now() + 60_000, instantOf(harness.clock));
    lease.hold(other, harness.clock.now() + 7_000, instantOf(harness.clock));
    await harness.clock.sleep(6_000);
    await lease.release(one);
    await harness.clock.sleep(60_000);
    expect(harness.calls()).toEqual(["TagResources"]);
  });

  it("begins with the creator's name, before any renewal", async () => {
    const { lease } = await open(0);
    expect(lease.first).toEqual({ Key: "resourceshare:lease", Value: "me.0" });
  });

  it("leaves no timer after the last release, so that the process can end", async () => {
    const { harness, ids } = await open(2);
    const timers = new Set<object>();
    const clock = {
      now: () => harness.clock.now(),
      wallTime: () => harness.clock.wallTime(),
      sleep: (ms: number) => harness.clock.sleep(ms),
      setTimer: () => {
        const timer = {};
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    };
    const lease = new Lease(await harness.run().host.client(undefined, undefined), clock, "me");
    for (const id of ids) lease.hold(id, clock.now() + 60_000, instantOf(clock));
    expect(timers.size).toBe(1);
    await lease.release(ids[0] ?? "");
    expect(timers.size).toBe(1);
    await lease.release(ids[1] ?? "");
    expect(timers.size).toBe(0);
  });

  /** A lease whose first renewal of a share is in flight for 3.9 seconds, and the shares whose renewals are in flight. */
  async function withSlowRenewal() {
    const { clock, run } = createHarness();
    const client = await run().host.client(undefined, undefined);
    const inFlight: string[] = [];
    const call: Client["call"] = async (operation, request, options) => {
      const text = JSON.stringify(request);
      inFlight.push(text);
      await clock.sleep(text.includes('"me.1"') ? 3_900 : 100);
      inFlight.splice(inFlight.indexOf(text), 1);
      return client.call(operation, request, options);
    };
    return { clock, inFlight, lease: new Lease({ ...client, call }, clock, "me") };
  }

  it("renews no share whose renewal is in flight, and waits for it at the release", async () => {
    const { clock, inFlight, lease } = await withSlowRenewal();
    lease.hold("rs-a", 60_000 + clock.now(), instantOf(clock));
    await clock.sleep(2_600);
    lease.hold("rs-b", 60_000 + clock.now(), instantOf(clock));
    await clock.sleep(5_150);
    expect(inFlight.filter((request) => request.includes("rs-a"))).toHaveLength(1);
    await lease.release("rs-a");
    expect(inFlight.filter((request) => request.includes("rs-a"))).toEqual([]);
    await lease.release("rs-b");
  });

  it("waits at the release for a renewal in flight also when the time of the lease has ended", async () => {
    const { clock, inFlight, lease } = await withSlowRenewal();
    lease.hold("rs-a", 6_000 + clock.now(), instantOf(clock));
    await clock.sleep(6_500);
    lease.hold("rs-b", 60_000 + clock.now(), instantOf(clock));
    expect(inFlight).toHaveLength(1);
    await lease.release("rs-a");
    expect(inFlight).toEqual([]);
    await lease.release("rs-b");
  });

  it("retries a failed renewal after a second", async () => {
    const { harness, ids, lease } = await open(1);
    const [id = ""] = ids;
    harness.simulator.faults.add({ operation: "TagResources", nth: 2, fault: { kind: "error", status: 403, code: "NoPermission" } });
    lease.hold(id, harness.clock.now() + 60_000, instantOf(harness.clock));
    await harness.clock.sleep(10_900);
    expect(harness.simulator.world.shares.get(id)?.tags.get("resourceshare:lease")).toBe("me.1");
    await harness.clock.sleep(1_100);
    expect(harness.simulator.world.shares.get(id)?.tags.get("resourceshare:lease")).toBe("me.3");
    await lease.release(id);
  });

  it("stops renewals after a sleep of the machine in which another process can have finished the creation", async () => {
    const { harness, ids, lease } = await open(1);
    const [id = ""] = ids;
    lease.hold(id, harness.clock.now() + 600_000, instantOf(harness.clock));
    await harness.clock.sleep(6_000);
    harness.clock.stepWallTime(60_000);
    await harness.clock.sleep(30_000);
    expect(harness.calls()).toEqual(["TagResources"]);
  });
});
