import { describe, expect, it } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../provider/wire/transport.ts";
import { createHarness } from "../../../support/harness.ts";
import { checkedBy, up, urn } from "../../../support/resource-suite.ts";

const self = urn("DirectorySharing");

describe("DirectorySharing", () => {
  it("enables sharing, and does nothing where it is enabled", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.enableSharing(demo.directory, false);
    const made = await up(harness.run().driver("DirectorySharing"), {}, self);
    expect(made).toEqual({ id: "directory-sharing", state: { enabled: true, accountId: demo.owner, regionId: "cn-hangzhou" } });
    const from = harness.calls().length;
    await up(harness.run().driver("DirectorySharing"), {}, self);
    expect(harness.writes(from)).toEqual([]);
  });

  it("succeeds when another caller was faster", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.enableSharing(demo.directory, false);
    harness.simulator.faults.add({ operation: "EnableSharingWithResourceDirectory", times: 2, fault: { kind: "lost" } });
    expect((await up(harness.run().driver("DirectorySharing"), {}, self)).state["enabled"]).toBe(true);
  });

  it("rejects accounts other than the management account", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.enableSharing(demo.directory, false);
    await expect(up(harness.run({ accountId: demo.member }).driver("DirectorySharing"), {}, self)).rejects.toThrow(/ActionNotPermitted/);
  });

  it("keeps in the state of a failed creation that sharing is not enabled, so that the next run enables it", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.enableSharing(demo.directory, false);
    const denied = { kind: "error", status: 403, code: "NoPermission" } as const;
    harness.simulator.faults.add({ operation: "EnableSharingWithResourceDirectory", times: 99, fault: { kind: "dropped" } });
    harness.simulator.faults.add({ operation: "CheckSharingWithResourceDirectoryStatus", nth: 2, times: 9, fault: denied });
    const driver = harness.run().driver("DirectorySharing");
    const made = await driver.create(checkedBy(driver, {}, self), { urn: self });
    expect([String(made.failure), made.state["enabled"]]).toEqual([
      expect.stringContaining("EnableSharingWithResourceDirectory got no answer"),
      false,
    ]);
    expect(driver.diff(made.id, made.state, {}, { urn: self }).needsReconcile).toBe(true);
  });

  it("names its only id when it is imported by another one", async () => {
    const driver = createHarness().run().driver("DirectorySharing");
    await expect(driver.read("other", {}, { urn: self })).rejects.toThrow(
      /"other" is not an id .*must be "directory-sharing", the only id/,
    );
  });

  it("leaves sharing enabled when it is deleted, and reports that", async () => {
    const harness = createHarness();
    const run = harness.run();
    const made = await up(run.driver("DirectorySharing"), {}, self);
    await run.driver("DirectorySharing").delete(made.id, made.state, { urn: self });
    expect(run.warnings()).toEqual([expect.stringMatching(/stays enabled: the API has no operation/)]);
    expect(harness.simulator.world.directories.get(demo.directory)?.sharingEnabled).toBe(true);
  });

  it("waits until sharing is reported as enabled", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.enableSharing(demo.directory, false);
    let late = 3;
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      const isLate = request.headers["x-acs-action"]?.startsWith("Check") === true && answer.body.includes("true") && (late -= 1) >= 0;
      return isLate ? { ...answer, body: answer.body.replace("true", "false") } : answer;
    };
    const run = harness.run({ transport });
    expect((await up(run.driver("DirectorySharing"), {}, self)).state["enabled"]).toBe(true);
    expect(harness.writes()).toEqual(["EnableSharingWithResourceDirectory"]);
    expect(run.logs).toContainEqual({ level: "status", message: expect.stringContaining("0 s: not enabled") as string });
  });

  it("reads as absent while sharing is disabled, and says where in an import", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.enableSharing(demo.directory, false);
    const driver = harness.run().driver("DirectorySharing");
    const state = { enabled: true, accountId: demo.owner, regionId: "cn-hangzhou" };
    expect(await driver.read("directory-sharing", state, { urn: self })).toBeUndefined();
    await expect(driver.read("directory-sharing", {}, { urn: self })).rejects.toThrow(
      `id: there is no DirectorySharing directory-sharing in account ${demo.owner} and region cn-hangzhou`,
    );
  });
});
