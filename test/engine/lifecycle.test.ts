import { expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are steps of one lifecycle, in order.
let shareId: unknown;

/** A program with one share and one association; what varies comes in. */
const program = ({ shareArgs = "", targets = `["1000000000000003"]` } = {}) => `
const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", {
  name: "network",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["fd-apps01"],
  ${shareArgs}
});
const more = new rs.ShareAssociation("more", { shareId: share.id, targets: ${targets} });
exports.shareId = share.id;
exports.status = share.status;
exports.count = more.associations.apply((all) => all.length);
`;

const { service, project } = await openStackOfFile({ files: { "index.js": program() } });

const grants = () =>
  service.simulator
    .grants()
    .map((grant) => `${grant.target} ${grant.resource}`)
    .toSorted();

test("creates no share in a preview, and makes no call", async () => {
  const steps = await project.preview();
  expect(steps.map(({ op }) => op)).toEqual(["create", "create", "create"]);
  expect(service.takeOperations()).toEqual([]);
});

test("creates a share in an `up`, and associates its targets and resources", async () => {
  await project.up();
  shareId = project.outputs()["shareId"];
  expect(project.outputs()).toMatchObject({ shareId: service.shareId("network"), status: "Active", count: 1 });
  expect(grants()).toHaveLength(2);
});

test("changes nothing in a second `up` of an unchanged program, and makes no call", async () => {
  service.takeOperations();
  const { stdout } = await project.up();
  expect(stdout).toMatch(/3 unchanged/);
  expect(service.takeOperations()).toEqual([]);
});

test("previews the property of a share that changes, and no internal property", async () => {
  project.write({ "index.js": program({ targets: `["1000000000000002", "1000000000000003"]`, shareArgs: `tags: { team: "a" },` }) });
  const changed = (await project.preview()).filter(({ op }) => op === "update");
  // The target that the list has already keeps its place.
  expect(changed.map(({ detailedDiff }) => Object.keys(detailedDiff ?? {}))).toEqual([["tags"], ["targets[1]"]]);
  expect(service.takeOperations()).toEqual([]);
});

test("updates a share in place, and shows the change in `up --diff`", async () => {
  const { stdout } = await project.up(["--diff"]);
  expect(stdout).toMatch(/\+ tags/);
  expect(stdout).not.toContain("__provider");
  expect(project.outputs()).toMatchObject({ shareId, count: 2 });
  expect(grants()).toHaveLength(3);
});

test("shows an out-of-band change of a share in a refresh, and reverts it in an `up`", async () => {
  service.simulator.outOfBand.disassociate(String(shareId), "vsw-demo01");
  service.simulator.outOfBand.untag(String(shareId), "team");
  service.simulator.outOfBand.settleNow();
  const { stdout } = await project.succeed(["refresh", "--yes", "--diff"]);
  expect(stdout).toMatch(/- resources/);
  expect(stdout).toMatch(/- tags/);
  await project.up();
  expect(grants()).toHaveLength(3);
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
});

test("creates a share again after a refresh when it was deleted elsewhere", async () => {
  service.simulator.outOfBand.deleteShare(String(shareId));
  service.simulator.outOfBand.settleNow();
  await project.succeed(["refresh", "--yes"]);
  await project.up();
  expect(project.outputs()["shareId"]).not.toBe(shareId);
  shareId = project.outputs()["shareId"];
  expect(grants()).toHaveLength(3);
});

test("deletes nothing that a forced replacement (`--replace`) has just created", async () => {
  await project.up(["--replace", project.resource("more").urn]);
  expect(grants()).toHaveLength(3);
  expect(project.outputs()).toMatchObject({ shareId, count: 2 });
});

test("destroys every resource in `destroy --refresh`", async () => {
  await project.succeed(["destroy", "--refresh", "--yes", "--skip-preview"]);
  expect(project.resources()).toEqual([]);
  expect(service.simulator.save().shares.filter(({ status }) => status === "Active" || status === "Pending")).toEqual([]);
  expect(grants()).toEqual([]);
  expect(service.simulator.invariants()).toEqual([]);
});
