import { describe, expect, it } from "vitest";
import { instantOf } from "../../../provider/kernel/clock.ts";
import { Lease } from "../../../provider/resources/share/lease.ts";
import { demo } from "../../../provider/simulator/world/demo.ts";
import { createHarness } from "../../support/harness.ts";
import { up, urn } from "../../support/resource-suite.ts";

const share = (name: string) => ({ name, targets: [demo.member] });

async function open(count: number) {
  const bench = createHarness();
  const driver = bench.run().driver("ResourceShare");
  const names = Array.from({ length: count }, (_, index) => `net-${index}`);
  const ids = (await Promise.all(names.map((name) => up(driver, share(name), urn("ResourceShare", name))))).map(({ id }) => id);
  const client = await bench.run().host.client(undefined, undefined);
  bench.simulator.forgetCalls();
  return { bench, ids, lease: new Lease(client, bench.clock, "me") };
}

describe("the lease of shares that are being created", () => {
  it("renews every five seconds, for twenty shares in one call", async () => {
    const { bench, ids, lease } = await open(20);
    for (const id of ids) lease.hold(id, bench.clock.now() + 60_000, instantOf(bench.clock));
    await bench.clock.sleep(4_900);
    expect(bench.calls()).toEqual([]);
    await bench.clock.sleep(6_000);
    expect(bench.calls()).toEqual(["TagResources", "TagResources"]);
    expect(ids.map((id) => bench.simulator.world.shares.get(id)?.tags.get("resourceshare:lease"))).toEqual(ids.map(() => "me.2"));
    for (const id of ids) await lease.release(id);
  });

  it("stops renewals after a release or at the end of its time", async () => {
    const { bench, ids, lease } = await open(2);
    const [one = "", other = ""] = ids;
    lease.hold(one, bench.clock.now() + 60_000, instantOf(bench.clock));
    lease.hold(other, bench.clock.now() + 7_000, instantOf(bench.clock));
    await bench.clock.sleep(6_000);
    await lease.release(one);
    await bench.clock.sleep(60_000);
    expect(bench.calls()).toEqual(["TagResources"]);
  });

  it("retries a failed renewal after a second", async () => {
    const { bench, ids, lease } = await open(1);
    const [id = ""] = ids;
    bench.simulator.faults.add({ operation: "TagResources", nth: 2, fault: { kind: "error", status: 403, code: "NoPermission" } });
    lease.hold(id, bench.clock.now() + 60_000, instantOf(bench.clock));
    await bench.clock.sleep(10_900);
    expect(bench.simulator.world.shares.get(id)?.tags.get("resourceshare:lease")).toBe("me.1");
    await bench.clock.sleep(1_100);
    expect(bench.simulator.world.shares.get(id)?.tags.get("resourceshare:lease")).toBe("me.3");
    await lease.release(id);
  });

  it("stops renewals after a sleep of the machine in which another process can have finished the creation", async () => {
    const { bench, ids, lease } = await open(1);
    const [id = ""] = ids;
    lease.hold(id, bench.clock.now() + 600_000, instantOf(bench.clock));
    await bench.clock.sleep(6_000);
    bench.clock.stepWallTime(60_000);
    await bench.clock.sleep(30_000);
    expect(bench.calls()).toEqual(["TagResources"]);
  });
});
