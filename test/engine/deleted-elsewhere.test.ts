import { expect, test } from "vitest";
import { demo } from "../../simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";

const { service, project } = await openStackOfFile();

/** What differs from the first program. */
interface Change {
  readonly name?: string;
  readonly team?: string;
  readonly target?: string;
  readonly permission?: string;
}

/** A share with everything that can belong to it; the arguments are of what may change. */
function write({ name = "gone", team = "net", target = demo.member, permission = "AliyunRSPermissionVSwitchReadWrite" }: Change): void {
  project.write({
    "index.js": `
      const rs = require("pulumi-resourceshare");
      const share = new rs.ResourceShare("net", { name: "${name}", resources: [{ type: "VSwitch", id: "vsw-demo01" }] });
      new rs.ShareAssociation("more", { shareId: share.id, targets: ["${target}"] });
      new rs.SharePermission("may", { shareId: share.id, permissionName: "${permission}" });
      new rs.ShareTags("tags", { shareId: share.id, tags: { team: "${team}" } });`,
  });
}

/** The rows of the resources whose error names what to do. */
async function refusedRows(change: Change, id: string): Promise<string[]> {
  write(change);
  const { code, stdout, stderr } = await project.run(["up", "--yes", "--skip-preview", "--continue-on-error"]);
  expect(code).not.toBe(0);
  const errors = (stdout + stderr).matchAll(/resourceshare:\w+ \((\w+)\):\n((?:    .*\n)+)/g);
  const named = Array.from(errors, ([, row = "", text = ""]) => ({ row, text })).filter(({ text }) =>
    new RegExp(`${id}[^\\n]* does not exist any more[\\s\\S]*pulumi refresh`).test(text),
  );
  return named.map(({ row }) => row).toSorted();
}

test("reports what happened and what to do when an up changes something of a share that was deleted elsewhere", async () => {
  write({});
  await project.up();
  const id = service.shareId("gone");
  // Its record stays listed for days, and calls on it are answered with 409.
  service.simulator.outOfBand.deleteShare(id);
  service.simulator.outOfBand.settleNow();
  expect(await refusedRows({ name: "renamed" }, id)).toEqual(["net"]);
  const ofOthers = { target: demo.network, permission: "AliyunRSPermissionVSwitchReadOnly", team: "core" };
  expect(await refusedRows(ofOthers, id)).toEqual(["may", "more", "tags"]);
  // No refresh: every resource of the share is gone with it.
  const { stdout: destroyed } = await project.destroy();
  expect(destroyed).toMatch(/[1-9]\d* deleted/);
});
