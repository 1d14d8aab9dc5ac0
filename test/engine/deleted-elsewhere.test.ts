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

/** Deletes the share as another program would. Its record stays listed for days, and calls on it are answered with 409. */
function deleteElsewhere(name: string): string {
  const id = service.shareId(name);
  service.simulator.outOfBand.deleteShare(id);
  service.simulator.outOfBand.settleNow();
  return id;
}

test.each<[string, Change]>([
  ["ResourceShare net", { name: "renamed" }],
  ["ShareAssociation more", { target: demo.network }],
  ["SharePermission may", { permission: "AliyunRSPermissionVSwitchReadOnly" }],
  ["ShareTags tags", { team: "core" }],
])("reports what happened and what to do when an up changes the %s of a share that was deleted elsewhere", async (resource, change) => {
  write({});
  await project.succeed(["up", "--yes", "--skip-preview"]);
  const id = deleteElsewhere("gone");

  write(change);
  const { code, stdout, stderr } = await project.run(["up", "--yes", "--skip-preview"]);
  expect(code, resource).not.toBe(0);
  expect(stdout + stderr).toMatch(new RegExp(`${id}[^\\n]* does not exist any more[\\s\\S]*pulumi refresh`));

  // No refresh: every resource of the share is gone with it.
  const { stdout: destroyed } = await project.destroy();
  expect(destroyed).toMatch(/[1-9]\d* deleted/);
});
