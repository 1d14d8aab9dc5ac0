import { describe, expect, it } from "vitest";
import { createHarness } from "../../support/harness.ts";
import { updateIfChanged, refresh, up, urn } from "../../support/resource-suite.ts";
import { aShare } from "../../support/resource-scenarios.ts";

const self = urn("ShareTags");
const tagsOf = (bench: ReturnType<typeof createHarness>, shareId: string) =>
  Object.fromEntries(bench.simulator.world.shares.get(shareId)?.tags ?? []);

describe("ShareTags", () => {
  it("changes its own keys only, from creation to deletion", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, { tags: { theirs: "1" } });
    const driver = bench.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1", b: "2", same: "5" } }, self);
    const from = bench.calls().length;
    const changed = await updateIfChanged(driver, made, { shareId, tags: { b: "3", c: "4", same: "5" } }, self);
    expect(bench.writes(from)).toEqual(["TagResources", "UntagResources"]);
    expect(tagsOf(bench, shareId)).toEqual({ theirs: "1", b: "3", c: "4", same: "5" });
    const told = JSON.stringify(bench.simulator.calls.slice(from).map(({ parameters }) => parameters));
    expect(["same", "b", "c", "a"].map((key) => told.includes(`"${key}"`))).toEqual([false, true, true, true]);
    await driver.delete(changed.id, changed.state, { urn: self });
    expect(tagsOf(bench, shareId)).toEqual({ theirs: "1" });
  });

  it("is gone when all of its keys are, and reports a single missing key as drift", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench);
    const driver = bench.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1", b: "2" } }, self);
    bench.simulator.outOfBand.untag(shareId, "a");
    expect((await refresh(driver, made, self))?.state["tags"]).toEqual({ b: "2" });
    bench.simulator.outOfBand.untag(shareId, "b");
    expect(await refresh(driver, made, self)).toBeUndefined();
  });

  it("reads all tags of the share by its id alone", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, { tags: { theirs: "1", team: "net" } });
    bench.simulator.outOfBand.tag(shareId, { "resourceshare:creating": "a mark is no tag" });
    const found = await bench.run().driver("ShareTags").read(`${shareId}/x`, {}, { urn: self });
    expect(found?.inputs).toEqual({ shareId, tags: { theirs: "1", team: "net" } });
  });

  it.each([
    ["succeeds when the share goes at the same time", 404, "InvalidResourceId.NotFound", undefined],
    ["fails when it is refused", 403, "NoPermission", /NoPermission/],
  ] as const)("deletes %s", async (_, status, code, refusal) => {
    const bench = createHarness();
    const shareId = await aShare(bench);
    const driver = bench.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1" } }, self);
    bench.simulator.faults.add({ operation: "UntagResources", times: 100, fault: { kind: "error", status, code } });
    const failure = driver.delete(made.id, made.state, { urn: self }).then(() => "", String);
    await bench.clock.sleep(1000);
    if (!refusal) bench.simulator.outOfBand.deleteShare(shareId);
    expect(await failure).toMatch(refusal ?? /^$/);
  });

  it("changes keys of a share that has the maximum number of tags", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, { tags: Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`k${index}`, ""])) });
    const driver = bench.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags: { a: "1", b: "2" } }, self);
    await updateIfChanged(driver, made, { shareId, tags: { b: "3", c: "4" } }, self);
    expect(Object.keys(tagsOf(bench, shareId))).toHaveLength(20);
    expect(tagsOf(bench, shareId)).toMatchObject({ b: "3", c: "4" });
  });

  it("adds many tags in calls of twenty, and ignores the order of keys", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench);
    const tags = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, ""]));
    const driver = bench.run().driver("ShareTags");
    const made = await up(driver, { shareId, tags }, self);
    expect(tagsOf(bench, shareId)).toEqual(tags);
    expect(await updateIfChanged(driver, made, { shareId, tags: Object.fromEntries(Object.entries(tags).toReversed()) }, self)).toBe(made);
  });
});
