import { beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";
import { isReadOperation } from "../support/is-read-operation.ts";

// The tests of this file are steps of one lifecycle, in order: of resources that wrong credentials and a wrong region must not touch.

/** A program with a share and what else can be about one; what varies comes in. */
const program = (where = "", tags = "") => `
const rs = require("pulumi-resourceshare");
const where = { ${where} };
const share = new rs.ResourceShare("net", { name: "network", allowExternalTargets: true, tags: { ${tags} }, ...where });
new rs.SharePermission("read", { shareId: share.id, permissionName: "AliyunRSPermissionImageReadOnly", ...where });
new rs.ShareAssociation("image", { shareId: share.id, resources: [{ type: "Image", id: "m-shared" }], ...where });
new rs.ShareTags("cost", { shareId: share.id, tags: { "cost-center": "4711" }, ...where });
`;
const changed = program("", `team: "network"`);

const { service, project } = await openStackOfFile({ files: { "index.js": program() } });
beforeAll(async () => {
  await project.up();
});
beforeEach(() => service.simulator.forgetCalls());

/** The environment with the credentials of another account as the default ones. */
function credentialsOf(account: string): Record<string, string> {
  const key = service.simulator.keys.find(({ accountId }) => accountId === account);
  return { ALIBABA_CLOUD_ACCESS_KEY_ID: key?.accessKeyId ?? "", ALIBABA_CLOUD_ACCESS_KEY_SECRET: key?.accessKeySecret ?? "" };
}

const apply = ["up", "--yes", "--skip-preview"];
const refresh = ["refresh", "--yes", "--skip-preview"];

/** Runs what must fail without a change of the service or of the share in the state; returns the output. */
async function refused(words: readonly string[], env: Readonly<Record<string, string>>, kept = managed()): Promise<string> {
  const { code, stdout, stderr } = await project.run(words, { env });
  expect(code).not.toBe(0);
  expect(managed()).toEqual(kept);
  expect(writes()).toEqual([]);
  return stdout + stderr;
}

/** What the state has of every resource that is not the stack itself. */
function managed() {
  return project
    .resources()
    .filter(({ type }) => type.includes("resourceshare"))
    .map(({ urn, type, id, inputs, outputs, initErrors }) => ({ urn, type, id, inputs, outputs, initErrors }))
    .toSorted((one, other) => (one.urn < other.urn ? -1 : 1));
}

function writes(): string[] {
  return service.simulator.calls
    .filter(({ operation }) => !isReadOperation(operation))
    .map(({ account, operation }) => `${account} ${operation}`);
}

test("refuses a refresh, an up and a destroy with another account's credentials, naming both accounts", async () => {
  project.write({ "index.js": changed });
  const all = managed();
  for (const words of [refresh, apply, ["destroy", "--yes", "--skip-preview"]]) {
    // The engine calls no delete for a permission that is deleted with its share, and takes it out of the state.
    const kept = words[0] === "destroy" ? all.filter(({ type }) => !type.endsWith(":SharePermission")) : all;
    const output = await refused(words, credentialsOf(demo.network), kept);
    expect(output).toContain(`managed from account ${demo.owner}, but the credentials from ALIBABA_CLOUD_ACCESS_KEY_ID belong to account`);
    expect(output).toContain(demo.network);
  }
  // The next up attaches it again, which changes nothing at the service.
  project.write({ "index.js": program() });
  await project.up();
  expect(managed()).toEqual(all);
  expect(writes()).toEqual([`${demo.owner} AssociateResourceSharePermission`]);
});

test.each([["preview"], apply])("refuses `pulumi %s` in another region, naming both regions", async (...words) => {
  project.write({ "index.js": changed });
  const output = await refused(words, { ALIBABA_CLOUD_REGION_ID: "cn-shanghai" });
  expect(output).toContain("created in region cn-hangzhou, but region cn-shanghai is configured");
});

test("refuses an up when the credentials do not belong to the configured accountId, naming both", async () => {
  // Nothing exists yet of what a new resource would make, so that only the configuration shows it.
  const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === demo.consumer) ?? {};
  const accounts = JSON.stringify({ consumer: { accessKeyId, accessKeySecret, accountId: demo.partner } });
  const others = `
    new rs.ResourceShare("other", { name: "other", allowExternalTargets: true, account: "consumer" });
    new rs.ShareTags("others", { shareId: "rs-999", tags: { team: "other" }, account: "consumer" });
  `;
  project.write({ "index.js": `${program()}${others}` });
  const output = await refused(apply, { RESOURCESHARE_ACCOUNTS: accounts });
  expect(output).toContain(demo.partner);
  expect(output).toContain(demo.consumer);
  project.write({ "index.js": changed });
  const guarded = await refused(apply, { RESOURCESHARE_ACCOUNT_ID: demo.partner });
  expect(guarded).toContain(demo.partner);
  expect(guarded).toContain(demo.owner);
});

test("refuses an unknown account in the preview, listing the configured ones", async () => {
  project.write({ "index.js": program(`account: "network"`) });
  const output = await refused(["preview"], {});
  expect(output).toContain(`"network" is not the name of an account; the names are consumer`);
  expect(service.simulator.calls).toEqual([]);
});

test("replaces a share whose account changes: creates it in the new account, then deletes it in the old one", async () => {
  const before = service.shareId("network");
  project.write({ "index.js": program(`account: "consumer"`) });
  const steps = (await project.preview()).filter(({ op }) => op === "replace");
  // The engine names the reasons in no order of its own.
  const reasons = steps.map(({ urn, replaceReasons = [] }) => [urn.split("::").at(-1), replaceReasons.toSorted()]);
  expect(Object.fromEntries(reasons)).toEqual({
    cost: ["account", "shareId"],
    image: ["account", "shareId"],
    net: ["account"],
    read: ["account", "shareId"],
  });
  await project.up();
  expect(writes().filter((write) => /Create|Delete/.test(write))).toEqual([
    `${demo.consumer} CreateResourceShare`,
    `${demo.owner} DeleteResourceShare`,
  ]);
  const after = service.shareId("network");
  expect(after).not.toBe(before);
  expect(service.simulator.world.shares.get(after)?.owner).toBe(demo.consumer);
  expect(project.resource("net")).toMatchObject({
    id: after,
    outputs: { owner: demo.consumer, accountId: demo.consumer, account: "consumer" },
  });
  await project.destroy();
  expect([...service.simulator.world.shares.values()].map(({ status }) => status)).toEqual(["Deleted", "Deleted"]);
});
