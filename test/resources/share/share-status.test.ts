import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../provider/lifecycle/driver.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../provider/simulator/world/demo.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { checkedBy, up, urn } from "../../support/resource-suite.ts";
import { aShare, permission } from "../../support/resource-scenarios.ts";

type Bench = ReturnType<typeof createHarness>;

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
async function deletedElsewhere(bench: Bench, token: Token, inputs: Values, status: number, code: string): Promise<Outcome> {
  const own = token === "ResourceShare" ? {} : { shareId: await aShare(bench) };
  const made = await up(bench.run().driver(token), { ...inputs, ...own }, urn(token));
  bench.simulator.outOfBand.deleteShare(made.id.split("/")[0] ?? "");
  await bench.clock.sleep(1000);
  for (const operation of refused) bench.simulator.faults.add({ operation, times: 1000, fault: { kind: "error", status, code } });
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
      const bench = createHarness();
      const made = await deletedElsewhere(bench, token, first, status, code);
      if (record === "purged") bench.simulator.outOfBand.purge(made.id.split("/")[0] ?? "");
      const run = bench.run();
      await expect(run.driver(token).delete(made.id, made.state, { urn: urn(token) })).resolves.toBeUndefined();
      expect(run.warnings()).toEqual([]);
      expect(
        await bench
          .run()
          .driver(token)
          .read(made.id, made.state, { urn: urn(token) }),
      ).toBeUndefined();
    },
  );

  it.each(cases)(
    "reports what to do when it changes a %s (%s) of a deleted share, %s, and calls return %i %s",
    async (token, _, record, status, code, first, second) => {
      const bench = createHarness();
      const made = await deletedElsewhere(bench, token, first, status, code);
      const shareId = made.id.split("/")[0] ?? "";
      if (record === "purged") bench.simulator.outOfBand.purge(shareId);
      const driver = bench.run().driver(token);
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
    const bench = createHarness();
    const shareId = await aShare(bench, { allowExternalTargets: true, targets: [demo.consumer] });
    const receiver = bench.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
    const made = await up(receiver, { shareId }, urn("InvitationAcceptor"));
    bench.simulator.outOfBand.deleteShare(shareId);
    await bench.clock.sleep(1000);
    for (const [status, code] of answers.slice(0, 3)) {
      bench.simulator.faults.add({ operation: "DisassociateResourceShare", fault: { kind: "error", status, code } });
      await expect(receiver.delete(made.id, made.state, { urn: urn("InvitationAcceptor") })).resolves.toBeUndefined();
    }
  });
});

describe("a share that is there", () => {
  it("does not report an existing share as gone after any refusal, and reports the refusal", async () => {
    for (const [token, inputs] of kinds) {
      const bench = createHarness();
      const own = token === "ResourceShare" ? {} : { shareId: await aShare(bench) };
      const driver = bench.run().driver(token);
      const made = await up(driver, { ...inputs, ...own }, urn(token));
      const fault = { kind: "error", status: 409, code: "ResourceShareStatusMismatchAction" } as const;
      for (const operation of refused) bench.simulator.faults.add({ operation, times: 1000, fault });
      await expect(driver.delete(made.id, made.state, { urn: urn(token) })).rejects.toThrow(/ResourceShareStatusMismatchAction/);
    }
  });
});
