import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClients } from "../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../provider/client/config/configuration.ts";
import { demo } from "../../../simulator/index.ts";
import { runCommand, share } from "../../unit/cli/fixture.ts";
import { Project } from "../pulumi.ts";
import { startService } from "../service.ts";
import { buildPlugin, openPluginProject, programOf } from "./project.ts";

let plugin: string;
beforeAll(async () => {
  plugin = await buildPlugin();
});
afterAll(() => rmSync(plugin, { recursive: true, force: true }));

test("serves two explicit providers, encrypts secrets and what repeats them, and resumes what a failure has left", async () => {
  await using service = await startService();
  const keyOf = (account: string) => {
    const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === account) ?? {};
    return `accessKeyId: "${accessKeyId}", accessKeySecret: "${accessKeySecret}"`;
  };
  const program = `
    const owner = new Provider("owner", { ${keyOf(demo.owner)} });
    const consumer = new Provider("consumer", { ${keyOf(demo.consumer)}, accountId: "${demo.consumer}" });
    const share = new Resource("ResourceShare", "net", {
      name: "network",
      allowExternalTargets: true,
      resources: pulumi.secret([{ type: "VSwitch", id: "vsw-canary01" }]),
      targets: ["${demo.consumer}"],
      tags: { team: pulumi.secret("canary-team") },
    }, { provider: owner });
    const accepted = new Resource("InvitationAcceptor", "accepted", { shareId: share.id }, {
      provider: consumer,
      additionalSecretOutputs: ["sharedResources"],
    });
    exports.shareId = share.id;
    exports.status = accepted.status;
  `;
  await using project = await openPluginProject(plugin, program, service.address);
  service.simulator.faults.add({
    operation: "ListResourceShareAssociations",
    times: 9999,
    fault: { kind: "error", status: 503, code: "ServiceUnavailable" },
  });
  const failed = await project.run(["up", "--yes", "--skip-preview"], { env: { RESOURCESHARE_TIMEOUT_SECONDS: "2" } });
  expect(failed.code).not.toBe(0);
  service.simulator.faults.clear();
  expect(project.resource("net")).toMatchObject({ id: service.shareId("network"), initErrors: [expect.any(String)] });

  await project.up();
  expect(project.outputs()).toMatchObject({ shareId: service.shareId("network"), status: "Accepted" });
  expect(project.resource("net").initErrors ?? []).toEqual([]);
  for (const hidden of ["canary-team", "vsw-canary01", keyOf(demo.consumer).split('"')[3] ?? ""]) {
    expect(project.stateText()).not.toContain(hidden);
  }
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});

test("takes the account from an explicit provider before the environment, in updates, refreshes and destroys", async () => {
  await using service = await startService();
  const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === demo.consumer) ?? {};
  const program = `
    const consumer = new Provider("consumer", { accessKeyId: "${accessKeyId}", accessKeySecret: "${accessKeySecret}" });
    new Resource("ResourceShare", "theirs", { name: "of-consumer", allowExternalTargets: true }, { provider: consumer });
    new Resource("ResourceShare", "ours", { name: "of-owner" });
  `;
  await using project = await openPluginProject(plugin, program, service.env);
  await project.up();
  expect(project.resource("theirs").outputs).toMatchObject({ owner: demo.consumer });
  expect(project.resource("ours").outputs).toMatchObject({ owner: demo.owner });
  await project.succeed(["refresh", "--yes", "--expect-no-changes"]);
  const guarded = await project.run(["refresh", "--yes"], { env: { RESOURCESHARE_ACCOUNT_ID: demo.owner } });
  expect(`${guarded.stdout}${guarded.stderr}`).toContain(
    `the credentials from the provider's argument accessKeyId belong to account ${demo.consumer}, but RESOURCESHARE_ACCOUNT_ID names ${demo.owner}`,
  );
  await project.destroy();
});

test("imports the shares of a named account with its explicit provider, by the file of `adopt --import --provider`", async () => {
  await using service = await startService();
  const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === demo.consumer) ?? {};
  const provider = `const consumer = new Provider("consumer", { accessKeyId: "${accessKeyId}", accessKeySecret: "${accessKeySecret}" });`;
  await using project = await openPluginProject(plugin, provider, service.address);
  await project.up();
  const client = createClients(readConfiguration({}, service.env)).client("consumer");
  const id = await share(client, { name: "of-consumer", external: true, targets: [demo.owner], tags: { team: "shop" } });
  service.simulator.outOfBand.settleNow();

  const { urn } = project.resource("consumer");
  const words = ["adopt", "--import", "import.json", "--account", "consumer", "--provider", urn];
  expect(await runCommand(words, { env: service.env, cwd: project.folder, input: "" })).toMatchObject({ code: 0, out: "" });
  service.operations();
  // The language host of the tests generates no program.
  await project.succeed(["import", "--file", "import.json", "--yes", "--generate-code=false"]);
  const imported = project.resources().find(({ type }) => type === "resourceshare:index:ResourceShare");
  expect(imported).toMatchObject({ id, provider: expect.stringContaining(`${urn}::`) });

  const args = `{ name: "of-consumer", allowExternalTargets: true, targets: ["${demo.owner}"], tags: { team: "shop" } }`;
  const name = imported?.urn.split("::").at(-1);
  project.write({
    "index.js": programOf(`${provider}\nnew Resource("ResourceShare", "${name}", ${args}, { provider: consumer, protect: true });`),
  });
  await project.up(["--expect-no-changes"]);
  expect(service.operations().filter((operation) => !/^(List|Get|Check)/.test(operation))).toEqual([]);
});

test("continues a stack of dynamic resources by aliases, without a replacement and without a write", async () => {
  await using service = await startService();
  const share = `{ name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }] }`;
  const association = `{ shareId: share.id, targets: ["1000000000000003"] }`;
  const dynamic = `const { ResourceShare, ShareAssociation } = require("pulumi-resourceshare");
    const share = new ResourceShare("net", ${share});
    new ShareAssociation("more", ${association});`;
  await using project = await openPluginProject(plugin, dynamic, service.env);
  await project.up();
  const id = service.shareId("network");
  service.operations();
  project.write({
    "index.js": programOf(`const share = new Resource("ResourceShare", "net", ${share});
    new Resource("ShareAssociation", "more", ${association});`),
  });
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.up();
  expect(service.operations().filter((name) => !/^(List|Get|Check)/.test(name))).toEqual([]);
  expect(project.resource("net")).toMatchObject({ id, type: "resourceshare:index:ResourceShare" });
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});

test("says what a provider needs, and the command that installs it, where no plugin is found", async () => {
  await using service = await startService();
  const program = `const { Provider } = require("pulumi-resourceshare");\nnew Provider("consumer", { region: "cn-shanghai" });`;
  await using project = await Project.open({ env: service.env, files: { "index.js": program } });
  const { code, stdout, stderr } = await project.run(["preview"]);
  const message = `${stdout}${stderr}`;
  expect(code).not.toBe(0);
  expect(message).toContain('Provider consumer: needs the plugin "resourceshare", which is not installed');
  expect(message).toContain(
    "pulumi plugin install resource resourceshare 0.1.0 --file dist/plugin-archives/pulumi-resource-resourceshare-",
  );
  expect(message).not.toContain("download");
});
