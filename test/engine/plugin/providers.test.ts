import { afterAll, expect, test } from "vitest";
import { createClients } from "../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../provider/client/config/configuration.ts";
import { demo } from "../../../simulator/index.ts";
import { runCommand, share } from "../../unit/cli/fixture.ts";
import { startService } from "../service.ts";
import { buildPlugin, openPluginProject, programOf } from "./project.ts";

const plugin = await buildPlugin(afterAll);

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
  service.takeOperations();
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
  expect(service.takeWrites()).toEqual([]);
});
