import { expect, it } from "vitest";
import { openResource } from "../../../../support/resource-fixture.ts";
import { permission, switches } from "../../../../support/resource-scenarios.ts";

it("adds the permission's name to an error message of the service that lacks it", async () => {
  const { up, faults } = await openResource("SharePermission", { share: switches });
  const fault = { kind: "error", status: 404, code: "EntityNotExists.Permission", message: "The permission does not exist." } as const;
  faults.add({ operation: "AssociateResourceSharePermission", fault });
  await expect(up({ permissionName: "AliyunRSTypo" })).rejects.toThrow(
    /EntityNotExists\.Permission: AliyunRSTypo: The permission does not exist; check the name/,
  );
});

it("ends the wait for the change of another permission at the deadline, and lets later permissions change", async () => {
  const { driver, self, faults, clock, shareId, permissions } = await openResource("SharePermission", { share: switches });
  const created = (type: string, timeoutMs?: number) =>
    driver.create({ shareId, permissionName: permission(type, "ReadOnly") }, { urn: `${self}-${type}`, timeoutMs });
  const busy = { kind: "error", status: 409, code: "ConcurrentExecutionError" } as const;
  faults.add({ operation: "AssociateResourceSharePermission", times: 30, fault: busy });
  const started = clock.now();
  const slow = created("VSwitch");
  await clock.sleep(2000);
  await expect(created("Image", 10_000)).rejects.toThrow(/a change of rs-\d+ by another resource has not ended: its time was over/);
  expect(clock.now() - started).toBeLessThan(20_000);
  await Promise.all([slow, created("PrefixList")]);
  expect(permissions()).toEqual(expect.arrayContaining([permission("VSwitch", "ReadOnly"), permission("PrefixList", "ReadOnly")]));
});
