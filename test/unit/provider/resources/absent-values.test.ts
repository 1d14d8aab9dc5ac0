import { describe, expect, it } from "vitest";
import { resources } from "../../../../provider/resources/index.ts";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import type { Kind } from "../../../support/harness.ts";
import { validArguments } from "../../fuzz/valid.ts";
import { answering, denied, openResource } from "../../../support/resource-fixture.ts";

/** Keys of members that every object inherits. */
const inherited = ["constructor", "toString", "hasOwnProperty", "__proto__"];
const tagsOfKeys = (value: string): Values => Object.fromEntries(inherited.map((key) => [key, value]));

describe("null", () => {
  it.each(resources)("treats null as absent in each argument of $token", async ({ token, inputs: { shape } }) => {
    const { driver, self } = await openResource(token as Kind);
    const check = (values: Values) => driver.check(values, { urn: self });
    for (const name of Object.keys(shape)) {
      const { [name]: _, ...others } = validArguments[token] ?? {};
      expect(check({ ...others, [name]: null })).toEqual(check(others));
    }
  });

  it.each<[Kind, Values, Values]>([
    ["ResourceShare", { name: "a", targets: ["1"] }, { targets: [{ id: "1", property: null }] }],
    ["ResourceShare", { name: "a", tags: { a: "1" } }, { tags: { a: "1", b: null } }],
    ["DeviceAction", { action: "executeScene", args: { sceneId: "s" } }, { args: { sceneId: "s", extra: null }, triggers: null }],
  ])("treats null inside the arguments of %s as absent: %o with %o", async (kind, inputs, nulls) => {
    const { driver, self } = await openResource(kind);
    const check = (values: Values) => driver.check(values, { urn: self });
    expect(check({ ...inputs, ...nulls })).toEqual(check(inputs));
  });

  it("rejects null as an element of a list in arguments, and nowhere else", async () => {
    const { check } = await openResource("ResourceShare");
    const targets = ["1000000000000002", null, { id: "fd-1", property: null }, ""];
    expect(check({ name: "a", tags: null, targets, resources: [null] })).toEqual([
      { property: "targets[1]", reason: "is null: give it a value, or take the entry out of the list" },
      { property: "resources[0]", reason: "is null: give it a value, or take the entry out of the list" },
      { property: "targets[3]", reason: "is empty: give it a value, or take the entry out of the list" },
    ]);
    const action = await openResource("DeviceAction");
    expect(action.check({ action: "executeScene", args: { sceneId: "s" }, triggers: [null] })).toEqual([]);
    const args = { openCreatePlayingListRequest: { contentList: [null] } };
    expect(action.check({ action: "createPlayingList", args })).toContainEqual({
      property: "args.openCreatePlayingListRequest.contentList[0]",
      reason: "is null: give it a value, or take the entry out of the list",
    });
  });

  it("warns in a preview of a tag whose value is null", async () => {
    const { check, warnings } = await openResource("ResourceShare");
    expect(check({ name: "a", tags: { team: null, kept: "1" } })).toEqual([]);
    expect(warnings()).toEqual(["tags.team: is null, and counts as absent: give it a value, or take the key out"]);
  });

  it("reports no difference between null in a state and an absent value in a program", async () => {
    const { driver, self } = await openResource("ResourceShare");
    const state = { name: "a", tags: null, targets: [null, "1"], associations: [], creating: null };
    expect(driver.diff("rs-1", state, { name: "a", targets: ["1"], exclusive: null }, { urn: self }).changed).toEqual([]);
  });
});

describe("tags whose keys every object inherits", () => {
  it.each<[Kind, Values]>([
    ["ResourceShare", { name: "network" }],
    ["ShareTags", { shareId: "rs-000001" }],
  ])("creates, compares, changes and removes tags with keys such as `constructor` by %s", async (kind, base) => {
    const { up, update, refresh, tags } = await openResource(kind, kind === "ShareTags" ? { share: {} } : {});
    const inputs = { ...base, tags: { ...tagsOfKeys("1"), kept: "1" } };
    const made = await up(inputs);
    expect(tags("rs-000001")).toEqual(inputs.tags);
    expect(await update(made, inputs)).toBe(made);
    const changed = await update(made, { ...base, tags: { ...tagsOfKeys("2"), kept: "1" } });
    expect(tags("rs-000001")).toEqual({ ...tagsOfKeys("2"), kept: "1" });
    const removed = await update(changed, { ...base, tags: { kept: "1" } });
    expect(tags("rs-000001")).toEqual({ kept: "1" });
    expect((await refresh(removed))?.state["tags"]).toEqual({ kept: "1" });
  });

  it("rejects a second resource that claims a tag with a key such as `constructor`", async () => {
    const { as } = await openResource("ShareTags");
    const inputs = { shareId: "rs-1", tags: { constructor: "1" } };
    expect(as("first").check(inputs)).toEqual([]);
    expect(as("second").check(inputs)).toMatchObject([{ reason: expect.stringContaining("tag constructor of rs-1") }]);
  });
});

describe("a list of shares that leaves tags out", () => {
  async function open() {
    const fixture = await openResource("ResourceShare");
    const withoutTags = (body: string) => body.replaceAll(/,?"Tags":\[[^\]]*\]/g, "");
    return { ...fixture, ...fixture.again({ transport: answering(fixture.simulator.transport, withoutTags) }) };
  }

  it("treats tags as absent when the list of shares omits them, for ResourceShare and ShareTags alike", async () => {
    const { up, refresh, as } = await open();
    const share = await up({ name: "network", tags: { a: "1" } });
    expect((await refresh(share))?.state["tags"]).toBeUndefined();
    const more = as("more", "ShareTags");
    expect(await more.refresh(await more.up({ shareId: share.id, tags: { b: "1" } }))).toBeUndefined();
  });

  it("records no desired tag in a share's state after tagging has failed", async () => {
    const { up, change, diff, faults } = await open();
    const made = await up({ name: "network" });
    faults.add({ operation: "TagResources", times: 100, fault: denied });
    const wanted = { name: "network", tags: { a: "1" } };
    const changed = await change(made, wanted);
    expect(changed.failure?.message).toContain("NoPermission");
    expect(changed.state["tags"]).toBeUndefined();
    expect(diff(changed, wanted).changed).toContain("tags");
  });
});
