import { describe, expect, it } from "vitest";
import { getResourceShare } from "../../provider/functions/get-resource-share.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { demo } from "../../provider/simulator/world/demo.ts";
import { createHarness } from "../support/harness.ts";
import { aShare } from "../support/resource-scenarios.ts";

const call = async (harness: ReturnType<typeof createHarness>, args: Values, accountId: string = demo.owner) =>
  getResourceShare.call(await harness.run({ accountId }).host.client(undefined, undefined), args);

describe("getResourceShare", () => {
  it.each(["name", "id"])("returns the one share with a %s, flat", async (by) => {
    const harness = createHarness();
    const id = await aShare(harness, { tags: { Team: "net" } });
    await aShare(harness, { name: "other" });
    expect(await call(harness, by === "id" ? { id } : { name: "theirs" })).toMatchObject({
      resourceShareId: id,
      resourceShareName: "theirs",
      resourceShareStatus: "Active",
      resourceShareOwner: demo.owner,
      tags: [{ key: "Team", value: "net" }],
    });
  });

  it("reports how many shares it has found when there is not one", async () => {
    const harness = createHarness();
    await expect(call(harness, { name: "theirs" })).rejects.toThrow('name: 0 shares named "theirs" were found (Self), not exactly one');
    await aShare(harness);
    await aShare(harness);
    await expect(call(harness, { name: "theirs" })).rejects.toThrow('name: 2 shares named "theirs" were found (Self), not exactly one');
    await expect(call(harness, { id: "rs-none" })).rejects.toThrow("id: 0 shares with id rs-none were found");
  });

  it("does not count deleted shares", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.deleteShare(await aShare(harness));
    const id = await aShare(harness);
    expect(await call(harness, { name: "theirs" })).toMatchObject({ resourceShareId: id });
  });

  it("finds shares of others on the receiving side", async () => {
    const harness = createHarness();
    const id = await aShare(harness, { targets: [demo.member] });
    expect(await call(harness, { id, resourceOwner: "OtherAccounts" }, demo.member)).toMatchObject({ resourceShareId: id });
    await expect(call(harness, { id }, demo.member)).rejects.toThrow(/0 shares .*\(Self\)/);
  });

  it.each<[Values, RegExp]>([
    [{}, /exactly one of name and id is required/],
    [{ name: "a", id: "b" }, /exactly one of name and id is required/],
    [{ nmae: "a" }, /nmae: is not an argument; did you mean `name`/],
    [{ name: "" }, /name: must be the name of a share/],
    [{ name: "a", resourceOwner: "Me" }, /resourceOwner/],
  ])("rejects %o before any call", async (args, reason) => {
    const harness = createHarness();
    await expect(call(harness, args)).rejects.toThrow(reason);
    expect(harness.calls()).toEqual([]);
  });
});
