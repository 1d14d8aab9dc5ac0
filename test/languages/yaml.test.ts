import { readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Project, repository } from "../engine/pulumi.ts";
import { type Service, startService } from "../engine/service.ts";
import { buildPluginArchives, yamlLanguageHost } from "./fixture.ts";

// The tests of this file follow one stack, in order. Its program runs in Pulumi's own language host for YAML.
const BUILD_LIMIT = 15 * 60_000;
/** It runs on the machine's Node, on every platform. */
const ARCHIVE = "pulumi-resource-resourceshare-v0.1.0-linux-amd64.tar.gz";
const SECRET = "canary-41aa-secret";

let archives: string;
let service: Service;
let project: Project;

/** The example as users have it, except for the project's name, by which the tests find the state. */
const example = readFileSync(join(repository, "examples/yaml/Pulumi.yaml"), "utf8").replace("name: network", "name: engine");

beforeAll(async () => {
  vi.stubEnv("PATH", [process.env["PATH"], await yamlLanguageHost()].join(delimiter));
  archives = await buildPluginArchives();
  service = await startService();
  project = await Project.open({ env: service.env, files: { "Pulumi.yaml": example } });
  await project.succeed(["plugin", "install", "resource", "resourceshare", "0.1.0", "--file", join(archives, ARCHIVE)]);
}, BUILD_LIMIT);
afterAll(async () => {
  vi.unstubAllEnvs();
  await project?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  rmSync(archives, { recursive: true, force: true });
});

const grants = () =>
  service.simulator
    .grants()
    .map((grant) => `${grant.target.id} ${grant.resource.id}`)
    .toSorted();
const changes = async () => (await project.preview()).filter(({ op }) => op !== "same");

test("previews a YAML program without a call of the service", async () => {
  expect((await project.preview()).map(({ op }) => op)).toEqual(["create", "create"]);
  expect(service.operations()).toEqual([]);
});

test("creates the share of a YAML program, and calls a function", async () => {
  await project.up();
  expect(project.outputs()).toEqual({ shareId: service.shareId("shared-network"), status: "Active", foundName: "shared-network" });
  expect(project.resource("network").type).toBe("resourceshare:index:ResourceShare");
  expect(grants()).toHaveLength(6);
});

test("shows no change in a second preview of a YAML program", async () => {
  expect(await changes()).toEqual([]);
});

test("updates the share in place when a list in YAML changes", async () => {
  project.write({ "Pulumi.yaml": example.replace("- { type: VSwitch, id: vsw-demo02 }", "") });
  // The index counts in the order in which the provider keeps the list.
  expect(await changes()).toMatchObject([{ op: "update", detailedDiff: { "resources[2]": { kind: "delete" } } }]);
  await project.up();
  expect(grants()).toHaveLength(4);
});

test("uses a list of the stack's configuration in a YAML program", async () => {
  await project.succeed(["config", "set", "--path", "targets[0]", "fd-apps01"]);
  await project.up();
  expect(grants()).toEqual(["fd-apps01 pl-demo01", "fd-apps01 vsw-demo01"]);
});

test("shows drift in a refresh of a YAML stack, and repairs it", async () => {
  service.simulator.outOfBand.disassociate(service.shareId("shared-network"), "vsw-demo01");
  service.simulator.outOfBand.settleNow();
  await project.succeed(["refresh", "--yes"]);
  expect(await changes()).toMatchObject([{ op: "update" }]);
  await project.up();
  expect(grants()).toEqual(["fd-apps01 pl-demo01", "fd-apps01 vsw-demo01"]);
  expect(await changes()).toEqual([]);
});

test("keeps a secret of a YAML program, and the outputs that repeat it, encrypted in the state", async () => {
  const withSecret = example.replace("      targets: ${targets}", `$&\n      tags: { team: { "fn::secret": "${SECRET}" } }`);
  project.write({ "Pulumi.yaml": `${withSecret}  tags: \${network.tags}\n` });
  const { stdout } = await project.up(["--diff"]);
  expect(service.simulator.world.shares.get(service.shareId("shared-network"))?.tags.get("team")).toBe(SECRET);
  expect(stdout + project.stateText()).not.toContain(SECRET);
});

test("destroys everything of a YAML program", async () => {
  await project.destroy();
  expect(project.resources()).toEqual([]);
  expect(grants()).toEqual([]);
  expect(service.simulator.invariants()).toEqual([]);
});
