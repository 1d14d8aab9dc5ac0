import { describe, expect, it } from "vitest";
import { demo } from "../../../simulator/world/demo.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness } from "../../support/harness.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";
import { checkedBy, up, updateIfChanged, urn } from "../../support/resource-suite.ts";
import { aShare, permission, portfolio } from "../../support/resource-scenarios.ts";
import { entitiesIn, permissionsIn, tagsIn } from "../../support/share-content.ts";

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

/** A transport through which the calls of an operation take effect without an answer, and no read gets after the first of them. */
function withoutReadsAfter({ simulator }: Harness, operation: string): Transport {
  let isLost = false;
  return async (request, signal) => {
    const name = request.headers["x-acs-action"] ?? "";
    if (isLost && isReadOperation(name)) throw new Error("the connection was refused");
    const answer = await simulator.transport(request, signal);
    if (name !== operation) return answer;
    isLost = true;
    throw new Error("the connection was closed");
  };
}

/** What a failed change may have added to a share. */
function detailsOf(harness: Harness, shareId: string) {
  const share = harness.simulator.world.shares.get(shareId);
  return {
    allowExternalTargets: share?.allowExternalTargets,
    tags: tagsIn(harness, shareId),
    permissions: permissionsIn(harness, shareId),
    entities: [...(share?.live.values() ?? [])].map(({ id, property }) => [id, property]).toSorted(),
  };
}

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
    expect(entitiesIn(harness, shareId)).toEqual([]);
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
    expect(entitiesIn(harness, made.id)).toEqual([demo.member]);
  });

  const lastTag = { tags: { a: "1" } };
  const property = { arn: portfolio("port-1"), property: { sharePrincipals: true } };
  const image = permission("Image", "ReadOnly");

  it.each<[string, Values, Values, string]>([
    ["tags", lastTag, { tags: { a: "2", b: "2" } }, "TagResources"],
    ["a permission", {}, { permissionNames: [image] }, "AssociateResourceSharePermission"],
    [
      "a permission of the same type",
      { permissionNames: [image] },
      { permissionNames: [permission("Image", "ReadWrite")] },
      "AssociateResourceSharePermission",
    ],
    ["a resource's property", {}, { resourceProperties: [property] }, "AssociateResourceShare"],
    ["external targets", {}, { allowExternalTargets: true }, "UpdateResourceShare"],
  ])("is undone in a share by the program of before: %s", async (_, before, after, operation) => {
    const harness = createHarness({ timeoutMs: 60_000 });
    const self = urn("ResourceShare");
    const base = { name: "net", resourceArns: [property.arn], targets: [demo.member] };
    const made = await up(harness.run().driver("ResourceShare"), { ...base, ...before }, self);
    const first = detailsOf(harness, made.id);
    const driver = harness.run({ transport: withoutReadsAfter(harness, operation) }).driver("ResourceShare");
    const { failure, ...left } = await driver.update(made.id, made.state, checkedBy(driver, { ...base, ...after }, self), { urn: self });
    expect(failure).toBeDefined();
    expect(left.state).toMatchObject({ unverified: true });
    expect(detailsOf(harness, made.id)).not.toEqual(first);
    const { state } = await updateIfChanged(harness.run().driver("ResourceShare"), left, { ...base, ...before }, self);
    expect(detailsOf(harness, made.id)).toEqual(first);
    expect(state).not.toHaveProperty("unverified");
  });

  it("is removed with an association whose permission may have been attached", async () => {
    const harness = createHarness({ timeoutMs: 60_000 });
    const self = urn("ShareAssociation");
    const shareId = await aShare(harness);
    const before = { shareId, targets: [demo.member] };
    const made = await up(harness.run().driver("ShareAssociation"), before, self);
    const driver = harness.run({ transport: withoutReadsAfter(harness, "AssociateResourceSharePermission") }).driver("ShareAssociation");
    const wanted = checkedBy(driver, { ...before, permissionNames: [image] }, self);
    const { failure, ...left } = await driver.update(made.id, made.state, wanted, { urn: self });
    expect(failure).toBeDefined();
    expect(detailsOf(harness, shareId).permissions).toEqual([image]);
    await harness.run().driver("ShareAssociation").delete(left.id, left.state, { urn: self });
    expect(detailsOf(harness, shareId).permissions).toEqual([]);
  });
});

it("keeps what others have added to a share that has failed to become exclusive, when the program of before runs again", async () => {
  const harness = createHarness();
  const self = urn("ResourceShare");
  const before = { name: "net", targets: [demo.member] };
  const made = await up(harness.run().driver("ResourceShare"), before, self);
  harness.simulator.outOfBand.associate(made.id, { targets: [demo.network] });
  const refusal = { kind: "error", status: 403, code: "Forbidden.RAM" } as const;
  harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: refusal });
  const driver = harness.run().driver("ResourceShare");
  const { failure, ...left } = await driver.update(made.id, made.state, checkedBy(driver, { ...before, exclusive: true }, self), {
    urn: self,
  });
  expect(failure?.message).toContain("Forbidden.RAM");
  await updateIfChanged(harness.run().driver("ResourceShare"), left, before, self);
  expect(entitiesIn(harness, made.id)).toEqual([demo.member, demo.network].toSorted());
});
