import { expect, test } from "vitest";
import { after } from "../../simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are steps of one lifecycle, in order: of a share whose associations take their time.

const PROGRAM = `
const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", {
  name: "network",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["1000000000000003"],
}, { customTimeouts: { create: "3s", update: "30s" } });
exports.shareId = share.id;
`;

const { service, project } = await openStackOfFile({ simulator: { pace: { associate: after(600_000) } }, files: { "index.js": PROGRAM } });

test("shows the progress of a wait, ends it at the resource's timeout, and keeps the share", async () => {
  const { code, stdout } = await project.run(["up", "--yes", "--skip-preview"]);
  expect(code).not.toBe(0);
  expect(stdout).toMatch(/has not settled after \d+ s/);
  expect(project.resource("net")).toMatchObject({ id: service.shareId("network") });
  expect(project.resource("net").initErrors).toHaveLength(1);
  expect(stdout).toMatch(/ResourceShare net creating .*0 of 2 associated/);
});

test("resumes the same share in the next up", async () => {
  const id = project.resource("net").id;
  service.simulator.outOfBand.settleNow();
  service.operations();
  await project.up();
  expect(project.outputs()).toEqual({ shareId: id });
  expect(project.resource("net").initErrors ?? []).toEqual([]);
  expect(service.operations()).not.toContain("CreateResourceShare");
});
