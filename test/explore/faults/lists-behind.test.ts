import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { checkedBy, up, urn } from "../../support/resource-suite.ts";
import { aShare, permission } from "../../support/resource-scenarios.ts";
import { entitiesIn } from "../../support/share-content.ts";

type Harness = ReturnType<typeof createHarness>;
const behindMs = 4000;
const self = urn("ShareAssociation");

/** Makes all reads of a service lag by some seconds. */
function delayReads(harness: Harness, ms = behindMs): void {
  harness.simulator.faults.add({ times: 1_000_000, fault: { kind: "stale", ms } });
}

describe("lists that are some seconds behind", () => {
  it("removes associations in one run although an answer was lost and lists lag", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const wanted = { shareId, targets: [demo.member, demo.network], resources: [{ type: "VSwitch", id: "vsw-1" }] };
    const made = await up(harness.run().driver("ShareAssociation"), wanted, self);
    await harness.clock.sleep(10_000);
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: { kind: "lost" } });
    delayReads(harness);
    await harness.run().driver("ShareAssociation").delete(made.id, made.state, { urn: self });
    expect(harness.simulator.calls.map(({ code }) => code)).toContain("DisassociateInvalid");
    expect(entitiesIn(harness, shareId)).toEqual([]);
  });

  it("does not mistake an old end of an association for that of a new one, also without times in records", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    await harness.clock.sleep(10_000);
    delayReads(harness);
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      return { ...answer, body: answer.body.replace(/,"(Create|Update)Time":"[^"]*"/g, "") };
    };
    await up(harness.run({ transport }).driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(entitiesIn(harness, shareId)).toEqual([demo.member]);
  });

  it("removes a share that a first call did not find", async () => {
    const harness = createHarness();
    delayReads(harness);
    const made = await up(harness.run().driver("ResourceShare"), { name: "net" }, urn("ResourceShare"));
    const hidden: Transport = async (request, signal) => {
      const isEarly = harness.clock.now() < until && request.headers["x-acs-action"] === "ListResourceShares";
      const answer = await harness.simulator.transport(request, signal);
      return isEarly ? { ...answer, body: answer.body.replace(/"ResourceShares":\[.*\]/s, '"ResourceShares":[]') } : answer;
    };
    const until = harness.clock.now() + behindMs;
    harness.simulator.faults.add({
      operation: "DeleteResourceShare",
      fault: { kind: "error", status: 404, code: "EntityNotExists.ResourceShare" },
    });
    await harness
      .run({ transport: hidden })
      .driver("ResourceShare")
      .delete(made.id, made.state, { urn: urn("ResourceShare") });
    expect(harness.shares()).toEqual([]);
  });

  const additions: [Token, Values, string][] = [
    ["ShareAssociation", { targets: [demo.member] }, "AssociateResourceShare"],
    ["SharePermission", { permissionName: permission("VSwitch", "ReadOnly") }, "AssociateResourceSharePermission"],
    ["ShareTags", { tags: { a: "1" } }, "TagResources"],
  ];

  it.each(additions)("keeps the id of a %s whose last answer was lost although lists lag", async (token, inputs, operation) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    await harness.clock.sleep(10_000);
    harness.simulator.faults.add({ operation, times: 99, fault: { kind: "lost" } });
    delayReads(harness, 4_500);
    const driver = harness.run().driver(token);
    const made = await driver.create(checkedBy(driver, { shareId, ...inputs }, urn(token)), { urn: urn(token), timeoutMs: 1_000 });
    expect(made.state).toMatchObject(inputs);
  });

  it("keeps what an update has added in the state when it times out and lists lag", async () => {
    const harness = createHarness({ pace: { associate: 60_000 } });
    const shareId = await aShare(harness);
    const first = { shareId, targets: [demo.member] };
    const made = await up(harness.run().driver("ShareAssociation"), first, self);
    delayReads(harness, 4_500);
    const driver = harness.run().driver("ShareAssociation");
    const wanted = checkedBy(driver, { shareId, targets: [demo.member, demo.network] }, self);
    const outcome = await driver.update(made.id, made.state, wanted, { urn: self, timeoutMs: 2_000 });
    expect(outcome.failure).toBeDefined();
    // The order counts as no difference.
    expect(new Set(outcome.state["targets"] as string[])).toEqual(new Set(wanted["targets"] as string[]));
  });
});
