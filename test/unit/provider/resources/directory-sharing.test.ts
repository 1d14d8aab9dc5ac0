import { describe, expect, it } from "vitest";
import type { Transport } from "../../../../provider/wire/transport.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { answering, denied, openResource } from "../../../support/resource-fixture.ts";

const state = { enabled: true, accountId: demo.owner, regionId: "cn-hangzhou" };
const enabling = "EnableSharingWithResourceDirectory";

async function open(runner = {}) {
  const fixture = await openResource("DirectorySharing", { runner });
  fixture.outOfBand.enableSharing(demo.directory, false);
  return fixture;
}

describe("DirectorySharing", () => {
  it("enables sharing in the directory by DirectorySharing, and does nothing where it is enabled", async () => {
    const { up, again, calls, writes } = await open();
    expect(await up()).toEqual({ id: "directory-sharing", state });
    const from = calls().length;
    await again().up();
    expect(writes(from)).toEqual([]);
  });

  it("succeeds in DirectorySharing when another caller has enabled sharing first", async () => {
    const { again, simulator, outOfBand, writes } = await open();
    const transport: Transport = (request, signal) => {
      if (request.headers["x-acs-action"] === enabling) outOfBand.enableSharing(demo.directory, true);
      return simulator.transport(request, signal);
    };
    expect((await again({ transport }).up()).state["enabled"]).toBe(true);
    expect(writes()).toEqual([enabling]);
  });

  it("rejects accounts other than the management account in DirectorySharing", async () => {
    const { up } = await open({ accountId: demo.member });
    await expect(up()).rejects.toThrow(/ActionNotPermitted/);
  });

  it("records disabled sharing in the state of a failed DirectorySharing, so that the next run enables it", async () => {
    const { create, diff, faults } = await open();
    faults.add({ operation: enabling, times: 99, fault: { kind: "dropped" } });
    faults.add({ operation: "CheckSharingWithResourceDirectoryStatus", nth: 2, times: 9, fault: denied });
    const made = await create();
    expect(made.failure?.message).toContain("EnableSharingWithResourceDirectory got no answer");
    expect(made.state["enabled"]).toBe(false);
    expect(diff(made).needsReconcile).toBe(true);
  });

  it("leaves sharing enabled when DirectorySharing is deleted, and reports that", async () => {
    const { up, remove, warnings, simulator } = await open();
    await remove(await up());
    expect(warnings()).toEqual([expect.stringMatching(/stays enabled: the API has no operation/)]);
    expect(simulator.world.directories.get(demo.directory)?.sharingEnabled).toBe(true);
  });

  it("waits in DirectorySharing until the service reports sharing as enabled", async () => {
    const { again, simulator, writes } = await open();
    let late = 3;
    const disabled = (body: string) => (body.includes("true") && (late -= 1) >= 0 ? body.replace("true", "false") : body);
    const transport = answering(simulator.transport, disabled, "CheckSharingWithResourceDirectoryStatus");
    const { up, logs } = again({ transport });
    expect((await up()).state["enabled"]).toBe(true);
    expect(writes()).toEqual([enabling]);
    expect(logs).toContainEqual({ level: "status", message: expect.stringContaining("not enabled, ") as string });
  });

  it("reads DirectorySharing as absent while sharing is disabled, and names in an import the place and the only id", async () => {
    const { read } = await open();
    expect(await read("directory-sharing", state)).toBeUndefined();
    await expect(read("directory-sharing")).rejects.toThrow(
      `id: there is no DirectorySharing directory-sharing in account ${demo.owner} and region cn-hangzhou`,
    );
    await expect(read("other")).rejects.toThrow(/"other" is not an id .*must be `directory-sharing`, the only id/);
  });
});
