import { beforeAll, expect, test } from "vitest";
import { demo } from "../../simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are steps of one lifecycle, in order: of a program that ignores one argument of each of its resources.

type Arguments = Readonly<Record<string, string>>;
const portfolio = "acs:servicecatalog:cn-hangzhou:1000000000000001:portfolio/port-demo01";
/** The arguments of a share as JavaScript, and others for each. */
const first: Arguments = {
  allowExternalTargets: "true",
  resourceGroupId: `"${demo.groups.network}"`,
  resources: `[{ type: "VSwitch", id: "vsw-demo01" }, { type: "VSwitch", id: "vsw-demo02" }]`,
  resourceArns: `["${portfolio}"]`,
  targets: `["${demo.member}", "${demo.folders.core}"]`,
  permissionNames: `["AliyunRSPermissionVSwitchReadWrite"]`,
  tags: `{ team: "net", cost: "1" }`,
  exclusive: "false",
};
const others: Arguments = {
  name: `"renamed"`,
  allowExternalTargets: "false",
  resourceGroupId: `"${demo.groups.shared}"`,
  resources: `[{ type: "VSwitch", id: "vsw-demo01" }]`,
  resourceArns: "undefined",
  targets: `["${demo.member}", "${demo.folders.apps}"]`,
  permissionNames: "undefined",
  tags: `{ team: "other" }`,
  exclusive: "true",
  account: `"consumer"`,
  region: `"cn-shanghai"`,
  adopt: `"rs-nowhere"`,
};
const names = Object.keys(others);

const textOf = (args: Arguments) =>
  `{ ${Object.entries(args)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ")} }`;

/** A share for each argument; the changed program changes that argument, and ignores its changes. */
const program = (isChanged: boolean) => `
const rs = require("pulumi-resourceshare");
const options = (name) => ({ ignoreChanges: [name] });
${names
  .map((name) => {
    const args = { name: `"share-${name}"`, ...first, ...(isChanged ? { [name]: others[name] ?? "" } : {}) };
    return `new rs.ResourceShare("${name}", ${textOf(args)}, options("${name}"));`;
  })
  .join("\n")}
const main = new rs.ResourceShare("main", { name: "main", allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-demo03" }] });
const changed = ${isChanged};
new rs.ShareAssociation("more", { shareId: main.id, targets: changed ? ["${demo.folders.apps}"] : ["${demo.consumer}", "${demo.folders.core}"] }, options("targets"));
new rs.SharePermission("rights", { shareId: main.id, permissionName: changed ? "AliyunRSPermissionVSwitchReadOnly" : "AliyunRSPermissionVSwitchReadWrite" }, options("permissionName"));
new rs.ShareTags("labels", { shareId: main.id, tags: changed ? { a: "2" } : { a: "1", b: "1" } }, options("tags"));
new rs.DirectorySharing("directory", changed ? { region: "cn-shanghai" } : {}, options("region"));
for (const name of ["shareId", "senderAccountId", "leaveOnDelete"]) {
  const share = new rs.ResourceShare("for-" + name, { name: "for-" + name, allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-demo03" }], targets: ["${demo.consumer}"] });
  const other = { shareId: "rs-nowhere", senderAccountId: "9", leaveOnDelete: false };
  const args = { account: "consumer", shareId: share.id, senderAccountId: "${demo.owner}" };
  new rs.InvitationAcceptor("accepts-" + name, changed ? { ...args, [name]: other[name] } : args, options(name));
}
`;

const { service, project } = await openStackOfFile({ files: { "index.js": program(false) } });
beforeAll(async () => {
  await project.up();
});

test("makes no change of an argument in `ignoreChanges` after a refresh, whichever argument it is", async () => {
  await project.succeed(["refresh", "--yes", "--skip-preview"]);
  project.write({ "index.js": program(true) });
  service.takeOperations();
  await project.up();
  expect(service.takeWrites()).toEqual([]);
});

test("keeps an out-of-band change of an argument in `ignoreChanges`, whichever argument it is", async () => {
  const { outOfBand } = service.simulator;
  const id = (name: string) => String(project.resource(name).id);
  outOfBand.rename(id("name"), "by-others");
  outOfBand.moveToGroup(id("resourceGroupId"), demo.groups.default);
  outOfBand.disassociate(id("resources"), "vsw-demo01", "vsw-demo02");
  outOfBand.disassociate(id("resourceArns"), "port-demo01");
  outOfBand.disassociate(id("targets"), demo.member, demo.folders.core);
  outOfBand.untag(id("tags"), "team", "cost");
  outOfBand.allowExternalTargets(id("allowExternalTargets"), false);
  outOfBand.removePermission(id("permissionNames"), "AliyunRSPermissionVSwitchReadWrite");
  outOfBand.disassociate(id("main"), demo.consumer);
  outOfBand.untag(id("main"), "b");
  outOfBand.settleNow();
  await project.succeed(["refresh", "--yes", "--skip-preview"]);
  service.takeOperations();
  await project.up();
  expect(service.takeWrites()).toEqual([]);
});

test("keeps an InvitationAcceptor's own arguments among its inputs after a refresh", () => {
  const given = project.resource("accepts-senderAccountId").inputs;
  expect(given).toMatchObject({ senderAccountId: demo.owner, shareId: expect.any(String) });
  expect(given).not.toHaveProperty("invitationId");
});
