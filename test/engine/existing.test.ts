import { beforeAll, expect, test } from "vitest";
import { sharing } from "../../provider/api/operations.ts";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are steps of one lifecycle, in order: of a share that existed before the program.
let shareId = "";

const program = (args: string, rest = "") => `
const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", { name: "network", ${args} });
exports.shareId = share.id;
${rest}
`;

const { service, project } = await openStackOfFile();
beforeAll(async () => {
  const { ResourceShare } = await service.client.call(sharing.CreateResourceShare, {
    ResourceShareName: "made-by-hand",
    Resources: [{ ResourceId: "vsw-demo01", ResourceType: "VSwitch" }],
    Targets: ["1000000000000003"],
  });
  shareId = ResourceShare?.ResourceShareId ?? "";
  service.simulator.outOfBand.settleNow();
  service.operations();
});

test("reads a share with `get`, without managing it", async () => {
  project.write({
    "index.js": `
      const rs = require("pulumi-resourceshare");
      const found = rs.ResourceShare.get("found", "${shareId}");
      exports.name = found.name;
      exports.targets = found.targets;
    `,
  });
  await project.up();
  expect(project.outputs()).toEqual({ name: "made-by-hand", targets: ["1000000000000003"] });
});

test("rejects `get` of a share that does not exist, with its id", async () => {
  project.write({ "index.js": `require("pulumi-resourceshare").ResourceShare.get("missing", "rs-nowhere");` });
  const { code, stdout } = await project.run(["up", "--yes", "--skip-preview"]);
  expect(code).not.toBe(0);
  expect(stdout).toContain("there is no ResourceShare rs-nowhere");
});

test("adopts a share, and updates it to the program's arguments", async () => {
  project.write({
    "index.js": program(
      `adopt: "${shareId}", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["1000000000000003", "fd-core01"]`,
    ),
  });
  await project.up();
  expect(project.outputs()).toEqual({ shareId });
  expect(service.operations()).not.toContain("CreateResourceShare");
  expect(service.shareId("network")).toBe(shareId);
});

test("keeps the share of a resource that is renamed in the program", async () => {
  project.write({
    "index.js": `
      const rs = require("pulumi-resourceshare");
      new rs.ResourceShare("renamed", { name: "network", targets: ["fd-core01"] }, { aliases: [{ name: "net" }] });
    `,
  });
  await project.up();
  expect(project.resource("renamed")).toMatchObject({ id: shareId });
  expect(String(project.resource("renamed").outputs?.["__urn"])).toMatch(/::renamed$/);
});
