import { describe, expect, it } from "vitest";
import { denied, openResource } from "../../../../support/resource-fixture.ts";

const open = (share = {}) => openResource("ShareTags", { share });
const manyTags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]));

describe("ShareTags", () => {
  it("reports in an import that the share has no tags", async () => {
    const { read, shareId } = await open();
    await expect(read(shareId)).rejects.toThrow(`id: ${shareId} has no tags: there is nothing to import`);
    await expect(read("rs-000777")).rejects.toThrow("there is no ShareTags rs-000777");
  });

  it("makes a ShareTags change only its own tag keys of a share, from creation to deletion", async () => {
    const { up, update, remove, tags, simulator, ...calls } = await open({ tags: { theirs: "1" } });
    const made = await up({ tags: { a: "1", b: "2", same: "5" } });
    const from = simulator.calls.length;
    const changed = await update(made, { tags: { b: "3", c: "4", same: "5" } });
    expect(calls.writes(from)).toEqual(["TagResources", "UntagResources"]);
    expect(tags()).toEqual({ theirs: "1", b: "3", c: "4", same: "5" });
    const sent = JSON.stringify(simulator.calls.slice(from).map(({ parameters }) => parameters));
    expect(["same", "b", "c", "a"].map((key) => sent.includes(`"${key}"`))).toEqual([false, true, true, true]);
    await remove(changed);
    expect(tags()).toEqual({ theirs: "1" });
  });

  it("returns an id of a ShareTags from which its keys cannot be guessed", async () => {
    const { up, as } = await open();
    const made = await up({ tags: { a: "1" } });
    expect((await as("other").up({ tags: { b: "1" } })).id).not.toBe(made.id);
    const { up: upAgain } = (await open()).as("other");
    expect((await upAgain({ tags: { a: "1" } })).id).not.toBe(made.id);
  });

  it("records the tags that a failed update of a ShareTags has added, although lists do not show them yet", async () => {
    const { up, change, faults, clock } = await open();
    const made = await up({ tags: { a: "1" } });
    await clock.sleep(10_000);
    faults.add({ operation: "UntagResources", fault: denied });
    faults.add({ operation: "ListResourceShares", times: 99, fault: { kind: "stale", ms: 4_000 } });
    const { state, failure } = await change(made, { tags: { b: "2" } });
    expect(failure?.message).toContain(denied.code);
    expect(state).toMatchObject({ tags: { a: "1", b: "2" } });
  });

  it("reports the tags of a ShareTags as absent in a refresh of a state that lists none, and adopts no other tag", async () => {
    const { up, read } = await open({ tags: { theirs: "1" } });
    const made = await up({ tags: { a: "1" } });
    const { tags: _tags, ...rest } = made.state;
    expect(await read(made.id, rest)).toBeUndefined();
  });

  describe("after a change whose answers were lost, when nothing could be read", () => {
    /** A resource with `a` whose update to `a` and `b` has set both, and does not know it. */
    async function afterLostUpdate() {
      const fixture = await open({ tags: { theirs: "1" } });
      const { faults, up, change, tags } = fixture;
      const made = await up({ tags: { a: "1" } });
      faults.add({ operation: "TagResources", times: 99, fault: { kind: "lost" } });
      faults.add({ operation: "ListResourceShares", times: 999, fault: denied });
      const failed = await change(made, { tags: { a: "2", b: "2" } });
      faults.clear();
      expect(failed.state).toMatchObject({ tags: { a: "1" }, unverifiedKeys: ["a", "b"] });
      expect(tags()).toEqual({ theirs: "1", a: "2", b: "2" });
      return { ...fixture, failed };
    }

    it("removes the tags of a change with lost answers in the deletion of a ShareTags", async () => {
      const { failed, remove, tags } = await afterLostUpdate();
      await remove(failed);
      expect(tags()).toEqual({ theirs: "1" });
    });

    it("undoes a change of a ShareTags with lost answers when the program lists the earlier tags again", async () => {
      const { failed, update, tags } = await afterLostUpdate();
      const { state } = await update(failed, { tags: { a: "1" } });
      expect(tags()).toEqual({ theirs: "1", a: "1" });
      expect(state).not.toHaveProperty("unverifiedKeys");
    });

    it("finds the tags of a change with lost answers in a refresh of a ShareTags", async () => {
      const { failed, refresh } = await afterLostUpdate();
      const found = await refresh(failed);
      expect(found?.state["tags"]).toEqual({ a: "2", b: "2" });
      expect(found?.state).not.toHaveProperty("unverifiedKeys");
    });
  });

  it.each([
    ["succeeds in a delete while the share itself is deleted", { kind: "error", status: 404, code: "InvalidResourceId.NotFound" }, /^$/],
    ["fails a delete that the service denies", denied, /NoPermission/],
  ] as const)("removes the tags of a ShareTags: it %s", async (_, fault, message) => {
    const { up, remove, faults, clock, outOfBand, shareId } = await open();
    const made = await up({ tags: { a: "1" } });
    faults.add({ operation: "UntagResources", times: 100, fault });
    const failure = remove(made).then(() => "", String);
    await clock.sleep(1000);
    if (fault !== denied) outOfBand.deleteShare(shareId);
    expect(await failure).toMatch(message);
  });

  it("changes tag keys of a share that has the maximum number of tags", async () => {
    const { up, update, tags } = await open({ tags: manyTags(18) });
    const made = await up({ tags: { a: "1", b: "2" } });
    await update(made, { tags: { b: "3", c: "4" } });
    expect(tags()).toEqual({ ...manyTags(18), b: "3", c: "4" });
  });

  it("adds many tags of a share in calls of twenty, and ignores the order of keys", async () => {
    const { up, update, tags } = await open();
    const made = await up({ tags: manyTags(20) });
    expect(tags()).toEqual(manyTags(20));
    expect(await update(made, { tags: Object.fromEntries(Object.entries(manyTags(20)).toReversed()) })).toBe(made);
  });
});
