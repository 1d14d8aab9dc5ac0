import { describe, expect, it } from "vitest";
import { getResourceShare } from "../../provider/functions/get-resource-share.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { demo } from "../../provider/simulator/world/demo.ts";
import { createHarness } from "../support/harness.ts";
import { aShare } from "../support/resource-scenarios.ts";

const call = async (bench: ReturnType<typeof createHarness>, args: Values, accountId: string = demo.owner) =>
  getResourceShare.call(await bench.run({ accountId }).host.client(undefined, undefined), args);

describe("getResourceShare", () => {
  it.each(["name", "id"])("returns the one share with a %s, flat", async (by) => {
    const bench = createHarness();
    const id = await aShare(bench, { tags: { Team: "net" } });
    await aShare(bench, { name: "other" });
    expect(await call(bench, by === "id" ? { id } : { name: "theirs" })).toMatchObject({
      resourceShareId: id,
      resourceShareName: "theirs",
      resourceShareStatus: "Active",
      resourceShareOwner: demo.owner,
      tags: [{ key: "Team", value: "net" }],
    });
  });

  it("reports how many shares it has found when there is not one", async () => {
    const bench = createHarness();
    await expect(call(bench, { name: "theirs" })).rejects.toThrow('name: 0 shares named "theirs" were found (Self), not exactly one');
    await aShare(bench);
    await aShare(bench);
    await expect(call(bench, { name: "theirs" })).rejects.toThrow('name: 2 shares named "theirs" were found (Self), not exactly one');
    await expect(call(bench, { id: "rs-none" })).rejects.toThrow("id: 0 shares with id rs-none were found");
  });

  it("does not count deleted shares", async () => {
    const bench = createHarness();
    bench.simulator.outOfBand.deleteShare(await aShare(bench));
    const id = await aShare(bench);
    expect(await call(bench, { name: "theirs" })).toMatchObject({ resourceShareId: id });
  });

  it("finds shares of others on the receiving side", async () => {
    const bench = createHarness();
    const id = await aShare(bench, { targets: [demo.member] });
    expect(await call(bench, { id, resourceOwner: "OtherAccounts" }, demo.member)).toMatchObject({ resourceShareId: id });
    await expect(call(bench, { id }, demo.member)).rejects.toThrow(/0 shares .*\(Self\)/);
  });

  it.each<[Values, RegExp]>([
    [{}, /exactly one of name and id is required/],
    [{ name: "a", id: "b" }, /exactly one of name and id is required/],
    [{ nmae: "a" }, /nmae: is not an argument; did you mean `name`/],
    [{ name: "" }, /name: must be the name of a share/],
    [{ name: "a", resourceOwner: "Me" }, /resourceOwner/],
  ])("rejects %o before any call", async (args, reason) => {
    const bench = createHarness();
    await expect(call(bench, args)).rejects.toThrow(reason);
    expect(bench.calls()).toEqual([]);
  });
});
