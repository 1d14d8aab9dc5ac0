import { describe, expect, it } from "vitest";
import { demo } from "../../provider/simulator/world/demo.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { createHarness } from "../support/harness.ts";
import { checkedBy, up, updateIfChanged, urn } from "../support/resource-suite.ts";
import { aShare } from "../support/resource-scenarios.ts";

type Harness = ReturnType<typeof createHarness>;

/** A transport through which no call gets after the first association. */
function cutAfterAssociation({ simulator }: Harness): Transport {
  let isCut = false;
  return async (request, signal) => {
    if (isCut) throw new Error("the connection was refused");
    const answer = await simulator.transport(request, signal);
    isCut = request.headers["x-acs-action"] === "AssociateResourceShare";
    return answer;
  };
}

const targetsOf = ({ simulator }: Harness, shareId: string) =>
  [...(simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ id }) => id);

describe("a change whose result could not be read", () => {
  it("is removed with an association whose creation failed", async () => {
    const harness = createHarness({ timeoutMs: 20_000 });
    const self = urn("ShareAssociation");
    const shareId = await aShare(harness);
    const cut = harness.run({ transport: cutAfterAssociation(harness) }).driver("ShareAssociation");
    const { failure, ...made } = await cut.create(checkedBy(cut, { shareId, targets: [demo.member] }, self), { urn: self });
    expect(failure?.message).toContain("the connection was refused");
    await harness.clock.sleep(10_000);
    await harness.run().driver("ShareAssociation").delete(made.id, made.state, { urn: self });
    expect(targetsOf(harness, shareId)).toEqual([]);
  });

  it("is removed from a share by the program of before", async () => {
    const harness = createHarness({ timeoutMs: 20_000 });
    const self = urn("ResourceShare");
    const before = { name: "net", targets: [demo.member] };
    const made = await up(harness.run().driver("ResourceShare"), before, self);
    const cut = harness.run({ transport: cutAfterAssociation(harness) }).driver("ResourceShare");
    const wanted = checkedBy(cut, { name: "net", targets: [demo.member, demo.network] }, self);
    const { failure, ...left } = await cut.update(made.id, made.state, wanted, { urn: self });
    expect(failure?.message).toContain("the connection was refused");
    await harness.clock.sleep(10_000);
    await updateIfChanged(harness.run().driver("ResourceShare"), left, before, self);
    expect(targetsOf(harness, made.id)).toEqual([demo.member]);
  });
});
