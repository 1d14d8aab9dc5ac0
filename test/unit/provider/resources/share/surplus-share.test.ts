import { describe, expect, it } from "vitest";
import { createTagValue, creationDigests } from "../../../../../provider/resources/share/creation-rules.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { up, urn } from "../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net = { name: "net", resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member] };
const tagOf = (creator: string) => createTagValue(creationDigests(self, undefined).own, creator);
type Harness = ReturnType<typeof createHarness>;

/** A creation at whose end a list shows a second share of it, without a living creator. */
async function withSecondShare(onCall: (operation: string, harness: Harness, other: string) => void = () => undefined) {
  const harness = createHarness({ pace: { associate: 8_000 } });
  const { id: other } = await up(harness.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
  harness.simulator.forgetCalls();
  const transport: Transport = (request, signal) => {
    onCall(request.headers["x-acs-action"] ?? "", harness, other);
    return harness.simulator.transport(request, signal);
  };
  const run = harness.run({ transport });
  const made = up(run.driver("ResourceShare"), net, self);
  await harness.clock.sleep(4_000);
  harness.simulator.outOfBand.tag(other, { "resourceshare:creating": tagOf("x-y-1"), "resourceshare:lease": "1" });
  return { harness, other, run, made };
}

describe("a second share of a creation", () => {
  it("keeps the create tag of a second share that it cannot delete, so that the share is found", async () => {
    const { harness, other, run, made } = await withSecondShare();
    harness.simulator.faults.add({
      operation: "DeleteResourceShare",
      times: 99,
      fault: { kind: "error", status: 403, code: "NoPermission" },
    });
    await made;
    expect([...(harness.simulator.world.shares.get(other)?.tags.keys() ?? [])]).toEqual(["resourceshare:creating"]);
    expect(run.warnings().join()).toMatch(new RegExp(`share ${other} .*could not be deleted \\(.*NoPermission.*; delete it`));
  });

  it("does not advise to delete a second share that another process has resumed meanwhile", async () => {
    const { harness, other, run, made } = await withSecondShare((operation, harness, other) => {
      const tag = harness.simulator.world.shares.get(other)?.tags.get("resourceshare:creating") ?? tagOf("x-y-1");
      if (operation === "ListResourceSharePermissions" && tag !== tagOf("x-y-1"))
        harness.simulator.outOfBand.tag(other, { "resourceshare:creating": tagOf("x-y-2") });
    });
    const { id } = await made;
    expect(harness.shares().toSorted()).toEqual([other, id].toSorted());
    expect(run.warnings().join()).toMatch(
      new RegExp(`share ${other} .*stays as it is: another process may own it.*only if no stack has it`),
    );
  });
});
