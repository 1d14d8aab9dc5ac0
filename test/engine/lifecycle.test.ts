import { expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are one life, in order.
let shareId: unknown;

/** A program with one share and one association; what varies comes in. */
const program = ({ shareArgs = "", targets = `["1000000000000003"]`, association = "" } = {}) => `
const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", {
  name: "network",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["fd-apps01"],
  ${shareArgs}
});
const more = new rs.ShareAssociation("more", { shareId: share.id, targets: ${targets}, ${association} });
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

test("a preview creates nothing and calls nobody", async () => {
  const steps = await project.preview();
  expect(steps.map(({ op }) => op)).toEqual(["create", "create", "create"]);
  expect(service.operations()).toEqual([]);
});

test("up creates the share and associates everything", async () => {
  await project.up();
  shareId = project.outputs()["shareId"];
  expect(project.outputs()).toMatchObject({ shareId: service.shareId("network"), status: "Active", count: 1 });
  expect(grants()).toHaveLength(2);
});

test("the state holds a constant of at most 300 bytes in place of the provider's code", () => {
  const { inputs, outputs } = project.resource("net");
  expect(String(inputs?.["__provider"]).length).toBeLessThanOrEqual(300);
  expect(outputs?.["__provider"]).toBe(inputs?.["__provider"]);
});

test("a second up changes nothing and makes no call", async () => {
  service.operations();
  const { stdout } = await project.up();
  expect(stdout).toMatch(/3 unchanged/);
  expect(service.operations()).toEqual([]);
});

test("a preview of a change names the property that changes, and nothing internal", async () => {
  project.write({ "index.js": program({ targets: `["1000000000000002", "1000000000000003"]`, shareArgs: `tags: { team: "a" },` }) });
  const changed = (await project.preview()).filter(({ op }) => op === "update");
  const changedNames = changed.map(({ detailedDiff }) => Object.keys(detailedDiff ?? {}).map((path) => path.replace(/\[.*/, "")));
  expect(changedNames.map((names) => new Set(names))).toEqual([new Set(["tags"]), new Set(["targets"])]);
  expect(service.operations()).toEqual([]);
});

test("up applies a change in place and shows it", async () => {
  const { stdout } = await project.up(["--diff"]);
  expect(stdout).toMatch(/\+ tags/);
  expect(stdout).not.toContain("__provider");
  expect(project.outputs()).toMatchObject({ shareId, count: 2 });
  expect(grants()).toHaveLength(3);
});

test("refresh shows what was changed behind our back, and up mends it", async () => {
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

test("a share that was deleted behind our back is made anew after a refresh", async () => {
  service.simulator.outOfBand.deleteShare(String(shareId));
  service.simulator.outOfBand.settleNow();
  await project.succeed(["refresh", "--yes"]);
  await project.up();
  expect(project.outputs()["shareId"]).not.toBe(shareId);
  shareId = project.outputs()["shareId"];
  expect(grants()).toHaveLength(3);
});

test("a replacement that is forced does not take away what it has made", async () => {
  await project.up(["--replace", project.resource("more").urn]);
  expect(grants()).toHaveLength(3);
  expect(project.outputs()).toMatchObject({ shareId, count: 2 });
});

test("another region makes a new share, and the old one goes", async () => {
  project.write({ "index.js": program({ shareArgs: `region: "cn-shanghai",`, association: `region: "cn-shanghai"` }) });
  const steps = await project.preview();
  expect(steps.some(({ op, urn }) => op === "replace" && urn.endsWith("::net"))).toBe(true);
  await project.up();
  expect(project.outputs()["shareId"]).not.toBe(shareId);
  expect(project.outputs()["shareId"]).toBe(service.shareId("network"));
});

test("destroy leaves nothing behind", async () => {
  await project.destroy();
  expect(project.resources()).toEqual([]);
  expect(grants()).toEqual([]);
  expect(service.simulator.invariants()).toEqual([]);
});
