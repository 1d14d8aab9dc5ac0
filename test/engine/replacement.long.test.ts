import { afterAll, beforeAll, expect, test } from "vitest";
import { createTagKey } from "../../provider/resources/tags/tag-calls.ts";
import { runCommand } from "../unit/cli/fixture.ts";
import { openKillableStack, upKilledAt } from "./stack.ts";

// The tests of this file are steps of one lifecycle, in order: of a share whose forced replacement is killed on the way, and then not forced again.
const URN = "urn:pulumi:test::engine::pulumi-nodejs:dynamic/resourceshare:ResourceShare::net";
const PROGRAM = `
const rs = require("pulumi-resourceshare");
new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-apps01"] });
`;

const stack = await openKillableStack({
  simulator: { pace: { associate: 0, disassociate: 0 } },
  files: { "index.js": PROGRAM },
});
const { service, project } = stack;
beforeAll(async () => {
  await project.up();
});
afterAll(() => stack[Symbol.asyncDispose]());

const live = () => service.simulator.save().shares.filter(({ status }) => status === "Active" || status === "Pending");
const unfinished = () => live().filter(({ tags }) => createTagKey in tags);
/** Forces a replacement, kills engine and provider as soon as the service has made the new share, and unlocks the stack. */
async function killedReplacement(): Promise<void> {
  await upKilledAt(stack, { operation: "CreateResourceShare", nth: 1, moment: "after", target: "both" }, { words: ["--replace", URN] });
  service.takeOperations();
}

let old: string | undefined;

test("keeps the permission of the replaced share until that share is deleted", async () => {
  const permission = "new rs.SharePermission('may', { shareId: net.id, permissionName: 'AliyunRSPermissionVSwitchReadOnly' });";
  project.write({ "index.js": `${PROGRAM.replace("new rs", "const net = new rs")}${permission}` });
  await project.up();
  service.takeOperations();
  await project.up(["--replace", URN]);
  const writes = service.takeWrites().filter((operation) => /Permission$|^(Create|Delete)/.test(operation));
  expect(writes).toEqual(["CreateResourceShare", "AssociateResourceSharePermission", "DeleteResourceShare"]);
  project.write({ "index.js": PROGRAM });
  await project.up();
});

test("keeps the unfinished share of a killed replacement in a plain `up`, and names the interrupted resource", async () => {
  old = project.resource("net").id;
  await killedReplacement();
  const { stdout, stderr } = await project.up();
  expect(stdout + stderr).toMatch(/::net, interrupted while creating/);
  expect(service.takeOperations()).not.toContain("CreateResourceShare");
  expect(project.resource("net").id).toBe(old);
  expect(live().map(({ id }) => id)).toContain(old);
  expect(unfinished()).toHaveLength(1);
});

test("names the unfinished share of a killed replacement in `doctor`, with the command that resumes it", async () => {
  const { out } = await runCommand(["doctor", "--stack", project.folder], { env: project.environment() });
  expect(out).toMatch(new RegExp(`${unfinished()[0]?.id} .*has the create tag[\\s\\S]*run the interrupted .*--replace.* included`));
});

test("resumes the unfinished share when the killed `up --replace` is repeated, and leaves one share", async () => {
  const [made] = unfinished();
  await project.up(["--replace", URN]);
  expect(service.takeOperations()).not.toContain("CreateResourceShare");
  expect(project.resource("net").id).toBe(made?.id);
  expect(live().map(({ id }) => id)).toEqual([made?.id]);
  expect(unfinished()).toEqual([]);
});

test("deletes the share of the state in a destroy, and keeps the unfinished one with its create tag", async () => {
  await killedReplacement();
  const [made] = unfinished();
  const { stdout, stderr } = await project.destroy();
  expect(stdout + stderr).toMatch(/::net, interrupted while creating/);
  expect(live().map(({ id }) => id)).toEqual([made?.id]);
  expect(unfinished()).toHaveLength(1);
});
