import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AssociateResourceShare } from "../../../../../provider/api/associations.ts";
import { messageOf } from "../../../../../provider/kernel/errors.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { createHarness } from "../../../../support/harness.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";

describe("any set of associations", () => {
  const outside = "1900000000000099";
  const bad = ["fd-unknown", "nonsense", outside, "r-none", demo.owner];
  const good = [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core];
  const entity = fc.oneof(
    fc.constantFrom(...good, ...bad).map((id) => ({ Targets: [id] })),
    fc.nat(30).map((index) => ({ Resources: [{ ResourceType: "VSwitch", ResourceId: `vsw-${index}` }] })),
    fc.nat(5).map((index) => ({ Resources: [{ ResourceType: "VSwitch", ResourceId: `no switch ${index}` }] })),
    fc.nat(5).map((index) => ({ Resources: [{ ResourceType: "Unheard", ResourceId: `u-${index}` }] })),
  );
  const outcomeOf = (end: PromiseSettledResult<{ ResourceShareAssociations?: readonly object[] | undefined }>) =>
    end.status === "fulfilled"
      ? JSON.stringify(end.value.ResourceShareAssociations?.map((item) => ({ ...item, CreateTime: "", UpdateTime: "" })))
      : messageOf(end.reason).replace(/ \(request .*\)/, "");

  it("batches associations with the same outcome as separate calls, in as few calls as the API allows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(entity, { maxLength: 25, selector: (one) => JSON.stringify(one) }), async (entities) => {
        const together = createHarness({ limits: false });
        const alone = createHarness({ limits: false });
        const [ours, theirs] = [await aShare(together), await aShare(alone)];
        const [client, other] = [
          await together.run().host.client(undefined, undefined),
          await alone.run().host.client(undefined, undefined),
        ];
        const from = together.calls().length;
        const ends = await Promise.allSettled(
          entities.map((one) => client.call(AssociateResourceShare, { ResourceShareId: ours, ...one })),
        );
        const calls = together.calls(from).length;
        const expected: string[] = [];
        for (const one of entities) {
          const [end] = await Promise.allSettled([other.call(AssociateResourceShare, { ResourceShareId: theirs, ...one })]);
          if (end) expected.push(outcomeOf(end).replaceAll(theirs, ours));
        }
        expect(ends.map(outcomeOf)).toEqual(expected);
        const targets = entities.filter((one) => "Targets" in one).length;
        const packed = Math.max(Math.ceil(targets / 5), Math.ceil((entities.length - targets) / 5));
        const failed = ends.filter(({ status }) => status === "rejected").length;
        // A refused batch of ten is sent again as ten calls.
        expect(calls).toBeLessThanOrEqual(packed + 10 * failed);
        if (failed === 0) expect(calls).toBe(packed);
      }),
      { numRuns: 40 },
    );
  });
});
