import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../../provider/lifecycle/driver.ts";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../../support/harness.ts";
import { checkedBy, up, urn } from "../../../support/resource-suite.ts";
import { aShare, permission } from "../../../support/resource-scenarios.ts";

type Harness = ReturnType<typeof createHarness>;

const answers = [
  [404, "EntityNotExists.ResourceShare"],
  [409, "ResourceShareStatusMismatchAction"],
  [400, "InvalidParameter.ResourceShareId"],
  [404, "InvalidResourceId.NotFound"],
] as const;

/** The service's answer about a deleted share, in this mode. */
const refused = [
  ...["UpdateResourceShare", "DeleteResourceShare", "AssociateResourceShare", "DisassociateResourceShare", "ChangeResourceGroup"],
  ...["AssociateResourceSharePermission", "DisassociateResourceSharePermission", "ListResourceSharePermissions"],
  ...["TagResources", "UntagResources"],
];

const image = permission("Image", "ReadOnly");
const kinds: readonly (readonly [Token, Values, Values])[] = [
  ["ResourceShare", { name: "net", targets: [demo.member], tags: { a: "1" } }, { name: "other", targets: [demo.member] }],
  ["ResourceShare", { name: "net", targets: [demo.member] }, { name: "net", targets: [demo.network] }],
  ["ShareAssociation", { targets: [demo.member], permissionNames: [image] }, { targets: [demo.network], permissionNames: [image] }],
  ["SharePermission", { permissionName: image }, { permissionName: permission("VSwitch", "ReadOnly") }],
  ["ShareTags", { tags: { a: "1" } }, { tags: { a: "2" } }],
];

/** A resource of a share that another caller deletes, and a service that answers in one mode from then on. */
async function deletedElsewhere(harness: Harness, token: Token, inputs: Values, status: number, code: string): Promise<Outcome> {
  const own = token === "ResourceShare" ? {} : { shareId: await aShare(harness) };
  const made = await up(harness.run().driver(token), { ...inputs, ...own }, urn(token));
  harness.simulator.outOfBand.deleteShare(made.id.split("/")[0] ?? "");
  await harness.clock.sleep(1000);
  for (const operation of refused) harness.simulator.faults.add({ operation, times: 1000, fault: { kind: "error", status, code } });
  return made;
}

const cases = kinds.flatMap(([token, first, second]) =>
  answers.flatMap(([status, code]) =>
    (["listed", "purged"] as const).map((record) => [token, Object.keys(second).join(), record, status, code, first, second] as const),
  ),
);

describe("a share that was deleted elsewhere", () => {
  it.each(cases)(
    "deletes a %s (%s) of a deleted share without a refresh, %s, when calls return %i %s",
    async (token, _, record, status, code, first) => {
      const harness = createHarness();
      const made = await deletedElsewhere(harness, token, first, status, code);
      if (record === "purged") harness.simulator.outOfBand.purge(made.id.split("/")[0] ?? "");
      const run = harness.run();
      await expect(run.driver(token).delete(made.id, made.state, { urn: urn(token) })).resolves.toBeUndefined();
      expect(run.warnings()).toEqual([]);
      expect(
        await harness
          .run()
          .driver(token)
          .read(made.id, made.state, { urn: urn(token) }),
      ).toBeUndefined();
    },
  );

  it.each(cases)(
    "reports what to do when it changes a %s (%s) of a deleted share, %s, and calls return %i %s",
    async (token, _, record, status, code, first, second) => {
      const harness = createHarness();
      const made = await deletedElsewhere(harness, token, first, status, code);
      const shareId = made.id.split("/")[0] ?? "";
      if (record === "purged") harness.simulator.outOfBand.purge(shareId);
      const driver = harness.run().driver(token);
      const own = token === "ResourceShare" ? {} : { shareId };
      const wanted = checkedBy(driver, { ...second, ...own }, urn(token));
      const { failure } = await driver.update(made.id, made.state, wanted, { urn: urn(token) });
      expect(failure?.message).toMatch(
        new RegExp(
          `^${token} ${shareId}\\S* does not exist any more \\(.*${code}.*\\): run \`pulumi refresh\`, then \`pulumi up\` makes it anew$`,
        ),
      );
    },
  );

  it("leaves a deleted share as its receiver without an error", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { allowExternalTargets: true, targets: [demo.consumer] });
    const receiver = harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
    const made = await up(receiver, { shareId }, urn("InvitationAcceptor"));
    harness.simulator.outOfBand.deleteShare(shareId);
    await harness.clock.sleep(1000);
    for (const [status, code] of answers.slice(0, 3)) {
      harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: { kind: "error", status, code } });
      await expect(receiver.delete(made.id, made.state, { urn: urn("InvitationAcceptor") })).resolves.toBeUndefined();
    }
  });
});

describe("a share that is there", () => {
  it("does not report an existing share as gone after any refusal, and reports the refusal", async () => {
    for (const [token, inputs] of kinds) {
      const harness = createHarness();
      const own = token === "ResourceShare" ? {} : { shareId: await aShare(harness) };
      const driver = harness.run().driver(token);
      const made = await up(driver, { ...inputs, ...own }, urn(token));
      const fault = { kind: "error", status: 409, code: "ResourceShareStatusMismatchAction" } as const;
      for (const operation of refused) harness.simulator.faults.add({ operation, times: 1000, fault });
      await expect(driver.delete(made.id, made.state, { urn: urn(token) })).rejects.toThrow(/ResourceShareStatusMismatchAction/);
    }
  });
});
