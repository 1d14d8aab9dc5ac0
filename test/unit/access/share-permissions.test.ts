import { expect, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { permissionsOfShares } from "../../../access/share-permissions.ts";
import { share } from "../cli/fixture.ts";
import { createHarness } from "../../support/harness.ts";

const readOnly = ["AliyunRSPermissionVSwitchReadOnly", "AliyunRSPermissionImageReadOnly"];

/** An account with shares, of which every second one has its own permissions. */
async function account(count: number) {
  const { simulator, run } = createHarness({ limits: false, pace: "fast" });
  const client = await run().host.client(demo.owner, undefined);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push(
      await share(client, {
        name: `share-${number}`,
        resources: [
          ["VSwitch", `vsw-${number}`],
          ["Image", `m-${number}`],
        ],
        targets: [demo.member],
        ...(number % 2 === 0 ? { permissions: readOnly } : {}),
      }),
    );
  }
  simulator.outOfBand.settleNow();
  simulator.forgetCalls();
  return { simulator, client, ids };
}

const defaults = ["AliyunRSDefaultPermissionImage", "AliyunRSDefaultPermissionVSwitch"];
const expectedNames = (index: number) => (index % 2 === 0 ? readOnly.toSorted() : defaults);

// Three permissions of a type: up to 7 shares for 2 types, one call for each share is not more than reading the library.
test.each([
  [7, ["VSwitch", "Image"], "ListResourceSharePermissions"],
  [8, ["VSwitch", "Image"], "ListResourceShares"],
  [10, "all", "ListResourceSharePermissions"],
] as const)("reads the permissions of %i shares for the types %j with calls of %s", async (count, types, operation) => {
  const { simulator, client, ids } = await account(count);
  const found = await permissionsOfShares(client, "Self", ids, types === "all" ? types : new Set(types));
  expect(
    ids.map((id) =>
      found
        .get(id)
        ?.map(({ PermissionName }) => PermissionName)
        .toSorted(),
    ),
  ).toEqual(ids.map((_, index) => expectedNames(index)));
  const called = simulator.calls.map((call) => call.operation).filter((name) => name !== "ListPermissions");
  expect(new Set(called)).toEqual(new Set([operation]));
});

test("reads the permissions of the other shares when a share was deleted after it was listed", async () => {
  const { client, ids } = await account(2);
  const found = await permissionsOfShares(client, "Self", ["rs-deleted", ...ids], "all");
  expect(found.get("rs-deleted")).toEqual([]);
  expect(found.get(ids[1] ?? "")).toHaveLength(2);
});

test.each([
  [409, "ResourceShareStatusMismatchAction"],
  [400, "InvalidParameter.ResourceShareId"],
])("finds no permission when the service answers %i %s for a share that was deleted after it was listed", async (status, code) => {
  const { simulator, client, ids } = await account(1);
  simulator.faults.add({ operation: "ListResourceSharePermissions", fault: { kind: "error", code, status } });
  expect(await permissionsOfShares(client, "Self", ids, "all")).toEqual(new Map([[ids[0], []]]));
});

test("fails to read the permissions of shares when the service denies it", async () => {
  const { simulator, client, ids } = await account(1);
  simulator.faults.add({ operation: "ListResourceSharePermissions", fault: { kind: "error", code: "NoPermission", status: 403 } });
  await expect(permissionsOfShares(client, "Self", ids, "all")).rejects.toThrow("NoPermission");
});
