import { expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { type BoundDriver, boundDriver, layers } from "../../support/bindings/bound-driver.ts";
import * as steps from "../../support/contract/steps.ts";
import { createHarness } from "../../support/harness.ts";
import { up, urn } from "../../support/resource-suite.ts";
import { aShare, tokens } from "../../support/resource-scenarios.ts";

const timeoutMs = 5_000;
/** The time beyond the deadline: for a write in flight, and a read of the state that it leaves. */
const mostMs = timeoutMs + 15_000;

/** Every call of the service hangs from now on. */
function hang(harness: ReturnType<typeof createHarness>) {
  harness.simulator.faults.add({ times: 1_000, fault: { kind: "hang" } });
}

it.each(layers.flatMap((layer) => tokens.map((token) => [token, layer] as const)))(
  "bounds every operation on a %s by its timeout when the service never answers, over %s",
  async (token, layer) => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    const self = urn(token);
    const argumentsOf: Record<typeof token, Values> = {
      ResourceShare: { name: "net", targets: [demo.member] },
      ShareAssociation: { shareId, targets: [demo.network] },
      SharePermission: { shareId, permissionName: "AliyunRSDefaultPermissionVSwitch" },
      ShareTags: { shareId, tags: { team: "a" } },
      InvitationAcceptor: { shareId },
      DirectorySharing: {},
    };
    const runner = token === "InvitationAcceptor" ? { accountId: demo.member } : {};
    const start = () => boundDriver(layer, harness.run(runner), token);
    const inputs = argumentsOf[token];
    const made = await steps.up(start(), inputs, self);
    hang(harness);
    // A separate process each, so that no latency is known.
    const news = { ...inputs, ...(token === "ShareTags" ? { tags: { team: "b" } } : {}) };
    const options = { urn: self, timeoutMs };
    const update = async (driver: BoundDriver) => driver.update(made, await steps.checkedBy(driver, news, self, made.inputs), options);
    const create = async (driver: BoundDriver) => driver.create(await steps.checkedBy(driver, news, self), options);
    const work = [() => start().read(made, options), () => update(start()), () => start().delete(made, options), () => create(start())];
    const took: number[] = [];
    for (const operation of work) {
      const begunAt = harness.clock.now();
      await operation().catch(() => undefined);
      took.push(harness.clock.now() - begunAt);
    }
    expect(Math.max(...took)).toBeLessThanOrEqual(mostMs);
  },
);

it("reads until its own deadline when another resource of the same read has less time", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, { targets: [demo.member] });
  const run = harness.run();
  const driver = run.driver("ShareAssociation");
  const self = urn("ShareAssociation");
  const made = await up(driver, { shareId, targets: [demo.network] }, self);
  harness.simulator.faults.add({ operation: "ListResourceShareAssociations", times: 2, fault: { kind: "latency", ms: 10_000 } });
  const [hasty, patient] = await Promise.allSettled([
    driver.read(made.id, made.state, { urn: self, timeoutMs: 4_000 }),
    driver.read(made.id, made.state, { urn: self, timeoutMs: 60_000 }),
  ]);
  expect(hasty).toMatchObject({ status: "rejected", reason: { name: "TransportError", ambiguous: false } });
  expect(patient).toMatchObject({ status: "fulfilled", value: { id: made.id } });
});
