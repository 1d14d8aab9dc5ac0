import { describe, expect, it } from "vitest";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";
import { tagsIn } from "../../../../support/share-content.ts";

const self = urn("ShareTags");

describe("ShareTags", () => {
  it("changes its own keys only, from creation to deletion", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { tags: { theirs: "1" } });
    const driver = harness.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1", b: "2", same: "5" } }, self);
    const from = harness.calls().length;
    const changed = await updateIfChanged(driver, made, { shareId, tags: { b: "3", c: "4", same: "5" } }, self);
    expect(harness.writes(from)).toEqual(["TagResources", "UntagResources"]);
    expect(tagsIn(harness, shareId)).toEqual({ theirs: "1", b: "3", c: "4", same: "5" });
    const sent = JSON.stringify(harness.simulator.calls.slice(from).map(({ parameters }) => parameters));
    expect(["same", "b", "c", "a"].map((key) => sent.includes(`"${key}"`))).toEqual([false, true, true, true]);
    await driver.delete(changed.id, changed.state, { urn: self });
    expect(tagsIn(harness, shareId)).toEqual({ theirs: "1" });
  });

  it("records the tags that a failed update has added, although lists do not show them yet", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1" } }, self);
    await harness.clock.sleep(10_000);
    const { faults } = harness.simulator;
    faults.add({ operation: "UntagResources", fault: { kind: "error", status: 403, code: "Forbidden.RAM" } });
    faults.add({ operation: "ListResourceShares", times: 99, fault: { kind: "stale", ms: 4_000 } });
    const { state, failure } = await driver.update(made.id, made.state, { shareId, tags: { b: "2" } }, { urn: self });
    expect(failure?.message).toContain("Forbidden.RAM");
    expect(state).toMatchObject({ tags: { a: "1", b: "2" } });
  });

  describe("after a change whose answers were lost, when nothing could be read", () => {
    /** A resource with `a` whose update to `a` and `b` has set both, and does not know it. */
    async function afterLostUpdate() {
      const harness = createHarness();
      const shareId = await aShare(harness, { tags: { theirs: "1" } });
      const driver = harness.run().driver("ShareTags");
      const made = await up(driver, { shareId, tags: { a: "1" } }, self);
      const { faults } = harness.simulator;
      faults.add({ operation: "TagResources", times: 99, fault: { kind: "lost" } });
      faults.add({ operation: "ListResourceShares", times: 999, fault: { kind: "error", status: 403, code: "Forbidden.RAM" } });
      const failed = await driver.update(made.id, made.state, { shareId, tags: { a: "2", b: "2" } }, { urn: self });
      faults.clear();
      expect(failed.failure).toBeDefined();
      expect(failed.state).toMatchObject({ tags: { a: "1" }, unverifiedKeys: ["a", "b"] });
      expect(tagsIn(harness, shareId)).toEqual({ theirs: "1", a: "2", b: "2" });
      return { harness, shareId, driver, failed };
    }

    it("removes on deletion what the change has set", async () => {
      const { harness, shareId, driver, failed } = await afterLostUpdate();
      await driver.delete(failed.id, failed.state, { urn: self });
      expect(tagsIn(harness, shareId)).toEqual({ theirs: "1" });
    });

    it("restores with the earlier program what the change has set", async () => {
      const { harness, shareId, driver, failed } = await afterLostUpdate();
      const { state } = await updateIfChanged(driver, failed, { shareId, tags: { a: "1" } }, self);
      expect(tagsIn(harness, shareId)).toEqual({ theirs: "1", a: "1" });
      expect(state).not.toHaveProperty("unverifiedKeys");
    });

    it("finds in a refresh what the change has set", async () => {
      const { driver, failed } = await afterLostUpdate();
      const found = await refresh(driver, failed, self);
      expect(found?.state["tags"]).toEqual({ a: "2", b: "2" });
      expect(found?.state).not.toHaveProperty("unverifiedKeys");
    });
  });

  it("is gone when all of its keys are, and reports a single missing key as drift", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1", b: "2" } }, self);
    harness.simulator.outOfBand.untag(shareId, "a");
    expect((await refresh(driver, made, self))?.state["tags"]).toEqual({ b: "2" });
    harness.simulator.outOfBand.untag(shareId, "b");
    expect(await refresh(driver, made, self)).toBeUndefined();
  });

  it("reads all tags of the share by its id alone", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { tags: { theirs: "1", team: "net" } });
    harness.simulator.outOfBand.tag(shareId, { "resourceshare:creating": "a create tag is no tag of a program" });
    const found = await harness.run().driver("ShareTags").read(`${shareId}/x`, {}, { urn: self });
    expect(found?.inputs).toEqual({ shareId, tags: { theirs: "1", team: "net" } });
  });

  it.each([
    ["succeeds when the share goes at the same time", 404, "InvalidResourceId.NotFound", undefined],
    ["fails when it is refused", 403, "NoPermission", /NoPermission/],
  ] as const)("deletes %s", async (_, status, code, refusal) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1" } }, self);
    harness.simulator.faults.add({ operation: "UntagResources", times: 100, fault: { kind: "error", status, code } });
    const failure = driver.delete(made.id, made.state, { urn: self }).then(() => "", String);
    await harness.clock.sleep(1000);
    if (!refusal) harness.simulator.outOfBand.deleteShare(shareId);
    expect(await failure).toMatch(refusal ?? /^$/);
  });

  it("changes keys of a share that has the maximum number of tags", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { tags: Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`k${index}`, ""])) });
    const driver = harness.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1", b: "2" } }, self);
    await updateIfChanged(driver, made, { shareId, tags: { b: "3", c: "4" } }, self);
    expect(Object.keys(tagsIn(harness, shareId))).toHaveLength(20);
    expect(tagsIn(harness, shareId)).toMatchObject({ b: "3", c: "4" });
  });

  it("adds many tags in calls of twenty, and ignores the order of keys", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const tags = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, ""]));
    const driver = harness.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags }, self);
    expect(tagsIn(harness, shareId)).toEqual(tags);
    expect(await updateIfChanged(driver, made, { shareId, tags: Object.fromEntries(Object.entries(tags).toReversed()) }, self)).toBe(made);
  });
});
