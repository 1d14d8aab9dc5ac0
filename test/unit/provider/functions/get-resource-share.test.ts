import { describe, expect, it } from "vitest";
import { getResourceShare } from "../../../../provider/functions/get-resource-share.ts";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness } from "../../../support/harness.ts";
import { aShare } from "../../../support/resource-scenarios.ts";

const call = async (harness: ReturnType<typeof createHarness>, args: Values, accountId: string = demo.owner) =>
  getResourceShare.call(await harness.run({ accountId }).host.client(undefined, undefined), args);

describe("getResourceShare", () => {
  it("rejects arguments of getResourceShare that are no object", async () => {
    const text: unknown = "rs-000001";
    await expect(call(createHarness(), text as Values)).rejects.toThrow("arguments: must be an object, as { name: value }");
  });

  it.each(["name", "id"])("returns the one share with a %s from getResourceShare, flat", async (by) => {
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

  it("reports what to check in getResourceShare when there is no share, and the ids when there are several", async () => {
    const harness = createHarness();
    const none = `name: no share named "theirs" was found in account ${demo.owner} and region cn-hangzhou, with resourceOwner Self; check the id or name, \`account\` and \`region\``;
    await expect(call(harness, { name: "theirs" })).rejects.toThrow(none);
    const ids = [await aShare(harness), await aShare(harness)];
    const two = `name: 2 shares named "theirs" were found; name one of them by its id: ${ids.join(", ")}`;
    await expect(call(harness, { name: "theirs" })).rejects.toThrow(two);
    await expect(call(harness, { id: "rs-none" })).rejects.toThrow(
      `id: no share with id rs-none was found in account ${demo.owner} and region`,
    );
  });

  it("ignores deleted shares in getResourceShare", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.deleteShare(await aShare(harness));
    const id = await aShare(harness);
    expect(await call(harness, { name: "theirs" })).toMatchObject({ resourceShareId: id });
  });

  it("finds shares of other accounts with getResourceShare on the receiving side", async () => {
    const harness = createHarness();
    const id = await aShare(harness, { targets: [demo.member] });
    expect(await call(harness, { id, resourceOwner: "OtherAccounts" }, demo.member)).toMatchObject({ resourceShareId: id });
    await expect(call(harness, { id }, demo.member)).rejects.toThrow(/no share .* was found.*Self/);
  });

  it.each<[Values, RegExp]>([
    [{}, /exactly one of name and id is required/],
    [{ name: "a", id: "rs-1" }, /exactly one of name and id is required/],
    [{ nmae: "a" }, /nmae: is not an argument; did you mean `name`/],
    [{ id: "network" }, /id: "network" must be the id of a share, which begins with rs-/],
    [{ name: "" }, /name: is empty: write the name of a share/],
    [{ name: "a", resourceOwner: "Me" }, /resourceOwner/],
  ])("rejects %o in getResourceShare before any call", async (args, reason) => {
    const harness = createHarness();
    await expect(call(harness, args)).rejects.toThrow(reason);
    expect(harness.calls()).toEqual([]);
  });
});
