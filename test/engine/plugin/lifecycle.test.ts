import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Project, repository } from "../pulumi.ts";
import { type Service, startService } from "../service.ts";
import { buildPlugin, openPluginProject, programOf } from "./project.ts";

// The tests of this file follow one stack, in order.
let plugin: string;
let service: Service;
let project: Project;
let shareId: unknown;

const program = ({ name = "network", share = "", targets = `["1000000000000003"]` } = {}) => `
const share = new Resource("ResourceShare", "net", {
  name: "${name}",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["fd-apps01"],
  ${share}
});
const more = new Resource("ShareAssociation", "more", { shareId: share.id, targets: ${targets} });
exports.shareId = share.id;
exports.status = share.status;
exports.count = more.associations.apply((all) => all?.length);
exports.listed = pulumi.output(share.id.apply((id) => pulumi.runtime.invoke("resourceshare:index:getResourceShare", { id }))).resourceShareName;
`;

beforeAll(async () => {
  plugin = await buildPlugin();
  service = await startService();
  project = await openPluginProject(plugin, program(), service.env);
});
afterAll(async () => {
  await project?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  rmSync(plugin, { recursive: true, force: true });
});

const grants = () =>
  service.simulator
    .grants()
    .map((grant) => `${grant.target} ${grant.resource}`)
    .toSorted();
const changes = async () => (await project.preview()).filter(({ op }) => op !== "same");

test("previews without a call of the service", async () => {
  expect((await project.preview()).map(({ op }) => op)).toEqual(["create", "create", "create"]);
  expect(service.operations()).toEqual([]);
});

test("creates a share and its associations, and calls a function", async () => {
  await project.up();
  shareId = project.outputs()["shareId"];
  expect(project.outputs()).toMatchObject({ shareId: service.shareId("network"), status: "Active", count: 1, listed: "network" });
  expect(grants()).toHaveLength(2);
  expect(project.resource("net").type).toBe("resourceshare:index:ResourceShare");
});

test("changes nothing in a second update", async () => {
  const { stdout } = await project.up();
  expect(stdout).toMatch(/3 unchanged/);
});

test("keeps status and id known in the preview of another name", async () => {
  project.write({ "index.js": programOf(program({ name: "renamed" })) });
  const { stdout } = await project.succeed(["preview", "--diff"]);
  expect(stdout).toMatch(/~ name: "network" => "renamed"/);
  expect(stdout).not.toMatch(/status.*(unknown|\[unknown\]|output<string>)/);
});

test("shows an added and a removed target each by its own element, and applies them in place", async () => {
  project.write({
    "index.js": programOf(program({ name: "renamed", targets: `["1000000000000002", "1000000000000003"]`, share: `tags: { team: "a" },` })),
  });
  const changed = (await changes()).filter(({ op }) => op === "update");
  expect(
    changed.map(({ detailedDiff }) => Object.fromEntries(Object.entries(detailedDiff ?? {}).map(([path, { kind }]) => [path, kind]))),
  ).toEqual([{ name: "update", tags: "add" }, { "targets[1]": "add" }]);
  await project.up();
  expect(project.outputs()).toMatchObject({ shareId, count: 2 });
  expect(grants()).toHaveLength(3);
});

test("shows drift in a refresh and repairs it in the next update", async () => {
  service.simulator.outOfBand.disassociate(String(shareId), "vsw-demo01");
  service.simulator.outOfBand.settleNow();
  await project.succeed(["refresh", "--yes"]);
  expect(await changes()).toMatchObject([{ op: "update", detailedDiff: { resources: { kind: "add" } } }]);
  await project.up();
  expect(grants()).toHaveLength(3);
  expect(await changes()).toEqual([]);
});

test("keeps in a forced replacement what the new association has", async () => {
  await project.up(["--replace", project.resource("more").urn]);
  expect(grants()).toHaveLength(3);
  expect(await changes()).toEqual([]);
});

test("imports a share that exists, without a change in the next preview", async () => {
  await project.succeed(["state", "delete", project.resource("more").urn, "--yes"]);
  await project.succeed(["state", "delete", project.resource("net").urn, "--yes"]);
  await project.succeed([
    "import",
    "resourceshare:index:ResourceShare",
    "net",
    String(shareId),
    "--yes",
    "--generate-code=false",
    "--protect=false",
  ]);
  expect(project.resource("net").inputs).toMatchObject({ name: "renamed", tags: { team: "a" } });
  expect(project.resource("net").outputs).toMatchObject({ status: "Active", accountId: expect.stringMatching(/^\d+$/) });
  const imported = JSON.stringify(project.resource("net").inputs);
  project.write({ "index.js": programOf(`new Resource("ResourceShare", "net", ${imported});`) });
  expect((await changes()).filter(({ urn }) => !urn.includes("pulumi:pulumi:Stack"))).toEqual([]);
});

test("returns the committed schema to the CLI", async () => {
  const { stdout } = await project.succeed(["package", "get-schema", `${plugin}/pulumi-resource-resourceshare`]);
  const committed = JSON.parse(readFileSync(join(repository, "schema.json"), "utf8")) as Record<string, object>;
  const returned = JSON.parse(stdout) as Record<string, object>;
  expect(Object.keys(returned["resources"] ?? {}).toSorted()).toEqual(Object.keys(committed["resources"] ?? {}).toSorted());
  expect(Object.keys(returned["functions"] ?? {}).toSorted()).toEqual(Object.keys(committed["functions"] ?? {}).toSorted());
});

test("destroys everything in a command that refreshes first", async () => {
  await project.succeed(["destroy", "--refresh", "--yes", "--skip-preview"]);
  expect(project.resources()).toEqual([]);
  expect(service.simulator.save().shares.filter(({ status }) => status === "Active" || status === "Pending")).toEqual([]);
  expect(grants()).toEqual([]);
  expect(service.simulator.invariants()).toEqual([]);
});
