import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { aShare, permission } from "../../support/resource-scenarios.ts";
import { checkedBy, up, updateIfChanged, urn } from "../../support/resource-suite.ts";
import { entitiesIn, permissionsIn, tagsIn } from "../../support/share-content.ts";

type Harness = ReturnType<typeof createHarness>;

const image = permission("Image", "ReadOnly");
/** What another stack has put into the share. */
const theirs = { targets: [demo.member], tags: { team: "theirs" }, permissionNames: [image] };

function contentOf(harness: Harness, shareId: string) {
  return { targets: entitiesIn(harness, shareId), tags: tagsIn(harness, shareId), permissions: permissionsIn(harness, shareId) };
}

function refuseWrites({ simulator }: Harness): void {
  const writes = ["AssociateResourceShare", "TagResources", "AssociateResourceSharePermission", "UpdateResourceShare"];
  for (const operation of writes) {
    simulator.faults.add({ operation, times: 9, fault: { kind: "error", status: 403, code: "Forbidden.RAM" } });
  }
}

describe("a change that the service refuses, of what others have added", () => {
  it.each<[Token, Values]>([
    ["ShareAssociation", { targets: [demo.member, demo.network] }],
    ["ShareTags", { tags: { team: "ours", cost: "1" } }],
  ])("keeps no id after the creation of a %s", async (token, inputs) => {
    const harness = createHarness();
    const shareId = await aShare(harness, theirs);
    refuseWrites(harness);
    const driver = harness.run().driver(token);
    const self = urn(token);
    await expect(driver.create(checkedBy(driver, { shareId, ...inputs }, self), { urn: self })).rejects.toThrow(/Forbidden.RAM/);
  });

  it("keeps no id of a share that it could not adopt", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, theirs);
    refuseWrites(harness);
    const driver = harness.run().driver("ResourceShare");
    const self = urn("ResourceShare");
    const made = driver.create(checkedBy(driver, { name: "ours", adopt: shareId }, self), { urn: self });
    await expect(made).rejects.toThrow(/Forbidden.RAM/);
  });

  it.each<[Token, Values, Values]>([
    ["ShareAssociation", { targets: [demo.network] }, { targets: [demo.network, demo.member] }],
    ["ShareTags", { tags: { cost: "1" } }, { tags: { cost: "1", team: "ours" } }],
  ])("leaves it alone when the program of before of a %s runs again", async (token, before, after) => {
    const harness = createHarness();
    const shareId = await aShare(harness, theirs);
    const self = urn(token);
    const made = await up(harness.run().driver(token), { shareId, ...before }, self);
    const first = contentOf(harness, shareId);
    refuseWrites(harness);
    const driver = harness.run().driver(token);
    const { failure, ...left } = await driver.update(made.id, made.state, checkedBy(driver, { shareId, ...after }, self), { urn: self });
    expect(failure?.message).toContain("Forbidden.RAM");
    expect(left.state).toEqual(made.state);
    harness.simulator.faults.clear();
    await updateIfChanged(harness.run().driver(token), left, { shareId, ...before }, self);
    expect(contentOf(harness, shareId)).toEqual(first);
  });
});
