import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { writeArchive, writeStandalone } from "../../../scripts/plugin/archives.mjs";
import { executableName, platformOfMachine } from "../../../scripts/plugin/platforms.mjs";
import { writeSums } from "../../../scripts/plugin/sums.mjs";
import { callsOverGrpc } from "../../support/bindings/calls.ts";
import { requests as pluginRequests } from "../../support/bindings/requests.ts";
import { listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Project } from "../pulumi.ts";
import { startService } from "../service.ts";
import { buildPlugin, programOf } from "./project.ts";

const BUILD_LIMIT = 5 * 60_000;
const { version: VERSION } = packageJson;

const folder = temporaryFolder(afterAll);
const plugin = await buildPlugin(afterAll);
let executable: string;
/** The archive of this machine's platform, as `npm run plugin` writes it. */
let archive: string;
let server: Server;
let url: string;
let requests: string[];

beforeAll(async () => {
  const [standalone, archives] = [join(folder, "standalone"), join(folder, "archives")];
  const platform = platformOfMachine();
  if (platform.hasExecutable) await writeStandalone({ plugin, platform, node: process.execPath, folder: standalone });
  const from = platform.hasExecutable ? standalone : plugin;
  executable = join(from, executableName(platform));
  archive = writeArchive({ from, platform, version: VERSION, to: archives });
  writeSums(archives);
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (request.url === `/${basename(archive)}`) response.end(readFileSync(archive));
    else response.writeHead(404).end();
  });
  ({ url } = await listen(server));
}, BUILD_LIMIT);
afterAll(() => void server?.close());

test("answers a first Check from the plugin's executable on a machine without Node", async () => {
  // macOS starts the script that needs a Node; the executables of other platforms ignore the variable.
  const child = spawn(executable, { env: { RESOURCESHARE_NODE: process.execPath }, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = await once(createInterface(child.stdout), "line");
    const { call, close } = callsOverGrpc(Number(port));
    await pluginRequests.configure(call, { args: { accessKeyId: "id", accessKeySecret: "secret" } });
    const urn = "urn:pulumi:dev::shop::resourceshare:index:ResourceShare::it";
    const { failures } = await pluginRequests.check(call, { urn, news: { nam: "network" } });
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining("is not an argument of ResourceShare")]);
    close();
  } finally {
    child.kill("SIGKILL");
  }
});

test("publishes the SHA-256 sum of each plugin archive", () => {
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  expect(readFileSync(join(archive, "../SHA256SUMS"), "utf8")).toBe(`${sum}  ${basename(archive)}\n`);
});

test("installs the plugin from a server", async () => {
  await using project = await Project.open({ files: { "index.js": "" } });
  await project.succeed(["plugin", "install", "resource", "resourceshare", VERSION, "--server", url]);
  const { stdout } = await project.succeed(["plugin", "ls", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject([{ name: "resourceshare", kind: "resource", version: VERSION }]);
});

test("downloads the plugin from the address that a program names, and runs it", async () => {
  await using service = await startService();
  const options = JSON.stringify({ version: VERSION, pluginDownloadURL: url });
  const body = `exports.status = new Resource("ResourceShare", "net", { name: "network", targets: ["1000000000000003"] }, ${options}).status;`;
  const env = { ...service.env, PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false" };
  await using project = await Project.open({ env, files: { "index.js": programOf(body) } });
  requests.length = 0;
  await project.up();
  expect(new Set(requests)).toEqual(new Set([`/${basename(archive)}`]));
  expect(project.outputs()).toEqual({ status: "Active" });
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});

test("returns the plugin's schema to a command that names the plugin's folder", async () => {
  await using project = await Project.open({ files: { "index.js": "" } });
  const { stdout } = await project.succeed(["package", "get-schema", join(plugin, "pulumi-resource-resourceshare")]);
  expect(JSON.parse(stdout)).toMatchObject({ name: "resourceshare", version: VERSION });
});
