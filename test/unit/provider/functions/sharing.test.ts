import { describe, expect, it } from "vitest";
import { sharing } from "../../../../provider/api/operations.ts";
import { functions } from "../../../../provider/functions/index.ts";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { isRecord } from "../../../../provider/kernel/json.ts";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness } from "../../../support/harness.ts";
import { aShare, permission } from "../../../support/resource-scenarios.ts";

type Harness = ReturnType<typeof createHarness>;
const functionOf = (name: string) => {
  const found = functions.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no function ${name}`);
  return found;
};
const call = async (harness: Harness, name: string, args: Values, accountId?: string) =>
  functionOf(name).call(await harness.run(accountId === undefined ? {} : { accountId }).host.client(undefined, undefined), args);
const net = {
  allowExternalTargets: true,
  resources: [{ type: "VSwitch", id: "vsw-1" }],
  targets: [demo.member, demo.consumer],
  tags: { team: "net", PlaceHolder: "Kept" },
};

/** Each reading function with arguments, the list that it returns, and a field of each of its records. */
const readings: readonly (readonly [name: string, args: (shareId: string) => Values, list: string, field: string])[] = [
  ["listResourceShares", () => ({ resourceOwner: "Self" }), "resourceShares", "resourceShareId"],
  ["describeRegions", () => ({ acceptLanguage: "en-US" }), "regions", "regionEndpoint"],
  ["listResourceShareAssociations", () => ({ associationType: "Target" }), "resourceShareAssociations", "associationStatus"],
  ["listSharedResources", () => ({ resourceOwner: "Self" }), "sharedResources", "resourceArn"],
  ["listSharedTargets", (id) => ({ resourceOwner: "Self", resourceShareIds: [id] }), "sharedTargets", "targetId"],
  ["listResourceSharePermissions", (id) => ({ resourceShareId: id, resourceOwner: "Self" }), "permissions", "permissionName"],
  ["listPermissionVersions", () => ({ permissionName: permission("VSwitch", "ReadOnly") }), "permissions", "permissionVersion"],
  ["listPermissions", () => ({}), "permissions", "defaultPermission"],
];

describe("the functions", () => {
  it("has a function for each reading operation and both invitation responses, by the operation's name in camelCase", () => {
    const expected = Object.values(sharing)
      .filter(({ name, reads }) => reads || /^(Accept|Reject)/.test(name))
      .map(({ name }) => name.slice(0, 1).toLowerCase() + name.slice(1));
    expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(["getResourceShare", ...expected]));
    const actions = functions.filter(({ effect }) => effect === "action").map(({ name }) => name);
    expect(actions).toEqual(expect.arrayContaining(["acceptResourceShareInvitation", "rejectResourceShareInvitation"]));
  });

  it.each(readings)(
    "returns the list of the function %s in camelCase at every depth, without tokens and request ids",
    async (name, args, list, field) => {
      const harness = createHarness();
      const shareId = await aShare(harness, net);
      const result = await call(harness, name, args(shareId));
      expect(Object.keys(result)).toEqual([list]);
      const records = result[list];
      if (!Array.isArray(records)) throw new Error(`${list} is no list`);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records as unknown[]) expect(record).toHaveProperty(field);
      expect(namesIn(result).filter((key) => /^[A-Z]/.test(key))).toEqual([]);
    },
  );

  it.each([
    ["listResourceShares", { resourceOwner: "Self" }, "resourceShares", 45],
    ["listResourceShareAssociations", { associationType: "Target" }, "resourceShareAssociations", 45],
    ["listSharedTargets", { resourceOwner: "Self" }, "sharedTargets", 45],
  ] as const)("reads all pages in the function %s", async (name, args, list, count) => {
    const harness = createHarness({ limits: false });
    await Promise.all(Array.from({ length: 45 }, (_, index) => aShare(harness, { name: `theirs-${index}`, targets: [demo.member] })));
    harness.simulator.outOfBand.settleNow();
    const result = await call(harness, name, args);
    expect(result[list]).toHaveLength(count);
  });

  it("keeps the keys of tags in results of functions unchanged, whatever their case", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { tags: net.tags });
    expect(await call(harness, "listTagResources", { resourceId: [shareId] })).toEqual({
      tagResources: {
        tagResource: [
          { resourceId: shareId, resourceType: "ResourceShare", tagKey: "PlaceHolder", tagValue: "Kept" },
          { resourceId: shareId, resourceType: "ResourceShare", tagKey: "team", tagValue: "net" },
        ],
      },
    });
  });

  it("returns one object flat from a function where the operation returns one", async () => {
    const harness = createHarness();
    expect(await call(harness, "checkSharingWithResourceDirectoryStatus", {})).toEqual({ enableSharingWithRd: true });
    const { permission: found } = await call(harness, "getPermission", { permissionName: permission("VSwitch", "ReadOnly") });
    expect(found).toMatchObject({
      permissionName: permission("VSwitch", "ReadOnly"),
      permission: expect.stringContaining("DescribeVSwitch") as string,
    });
  });

  it.each<[string, Values, string, RegExp]>([
    ["listResourceShares", { resourceOwnr: "Self" }, "resourceOwnr", /did you mean `resourceOwner`/],
    ["listResourceShares", { resourceOwner: "Mine" }, "resourceOwner", /must be "Self" or "OtherAccounts"/],
    ["listResourceShares", { resourceOwner: "Self", tag: [{ kye: "a" }] }, "tag[0].kye", /did you mean `key`/],
    [
      "listResourceShares",
      { resourceOwner: "Self", resourceShareIds: ["rs-1", "rs-2", "rs-3", "rs-4", "rs-5", "rs-6"] },
      "resourceShareIds",
      /at most 5/,
    ],
    [
      "listSharedTargets",
      { resourceOwner: "Self", resourceShareIds: ["rs-1", "network"] },
      'resourceShareIds[1]: "network"',
      /begins with rs-/,
    ],
    [
      "listResourceSharePermissions",
      { resourceShareId: "network", resourceOwner: "Self" },
      'resourceShareId: "network"',
      /begins with rs-/,
    ],
    ["acceptResourceShareInvitation", { resourceShareInvitationId: "rs-1" }, 'resourceShareInvitationId: "rs-1"', /begins with i-/],
    ["listResourceShareAssociations", {}, "associationType", /is required/],
    ["listResourceShares", { resourceOwner: "Self", maxResults: 5 }, "maxResults", /is not an argument/],
    ["getPermission", { permissionName: 5 }, "permissionName", /must be a text/],
  ])("makes the error of the function %s(%o) name %s, and calls nothing", async (name, args, property, reason) => {
    const harness = createHarness();
    const refused = call(harness, name, args);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(property);
    await expect(refused).rejects.toThrow(reason);
    expect(harness.calls()).toEqual([]);
  });

  it.each<[string, Values, Values]>([
    ["getResourceShare", { name: "shared", id: null, resourceOwner: null }, { name: "shared" }],
    [
      "listResourceShares",
      { resourceOwner: "Self", tag: [null, { key: "team", value: null }], typo: null },
      { resourceOwner: "Self", tag: [{ key: "team" }] },
    ],
    ["listTagResources", { tag: [{ key: "team" }], regionId: null, resourceType: undefined }, { tag: [{ key: "team" }] }],
  ])("treats null as absent in the function %s", async (name, nulls, args) => {
    const harness = createHarness();
    await aShare(harness, { ...net, name: "shared" });
    expect(await call(harness, name, nulls)).toEqual(await call(harness, name, args));
  });

  it.each([
    ["acceptResourceShareInvitation", "Accepted", "rejectResourceShareInvitation"],
    ["rejectResourceShareInvitation", "Rejected", "acceptResourceShareInvitation"],
  ])("makes the function %s succeed when the invitation is %s already, and its opposite fail", async (name, status, opposite) => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const args = { resourceShareInvitationId: "i-000001" };
    await call(harness, name, args, demo.consumer);
    const again = await call(harness, name, args, demo.consumer);
    expect(again).toMatchObject({ resourceShareInvitation: { ...args, resourceShareId: shareId, status } });
    await expect(call(harness, opposite, args, demo.consumer)).rejects.toThrow(`InvitationStatus.Already${status}`);
  });

  it("trusts the error that an invitation is answered over a stale list, and reports it where no invitation is listed", async () => {
    const harness = createHarness();
    await aShare(harness, net);
    const code = "InvitationStatus.AlreadyAccepted";
    harness.simulator.faults.add({ operation: "AcceptResourceShareInvitation", times: 2, fault: { kind: "error", status: 409, code } });
    const accept = (id: string) => call(harness, "acceptResourceShareInvitation", { resourceShareInvitationId: id }, demo.consumer);
    expect(await accept("i-000001")).toMatchObject({ resourceShareInvitation: { status: "Accepted" } });
    await expect(accept("i-000009")).rejects.toThrow(code);
  });
});

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : [];
}
