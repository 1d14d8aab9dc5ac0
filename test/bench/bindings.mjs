// S9: the plugin beside the dynamic provider: start and memory of its process, and the real engine on a thousand shares from YAML and from Node.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { writeStandalone } from "../../scripts/plugin/archives.mjs";
import { writePlugin } from "../../scripts/plugin/bundle.mjs";
import { executableName, platformOfMachine } from "../../scripts/plugin/platforms.mjs";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { provideYamlLanguageHost } from "../../scripts/setup/yaml-language-host.mjs";
import { NODE_PROJECT, openProject } from "./engine.mjs";
import { median, openClient } from "./process.mjs";
import { startService } from "./service.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "package.json"));

/**
 * @typedef {"executable" | "script" | "dynamic"} Binding
 * @typedef {"yaml" | "node" | "dynamic"} Program
 * @typedef {{ readonly startMs: number, readonly mb: number }} Start from the start of the process to its first answer to check
 * @typedef {{ readonly upSeconds: number, readonly previewSeconds: number }} Run
 */

/**
 * @param {{ starts: number, shares: number, previews: number }} size
 * @returns {Promise<{ readonly starts: Record<Binding, Start>, readonly runs: Record<Program, Run> }>} medians; what is compared goes in turns
 */
export async function measureBindings({ starts, shares, previews }) {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-bench-"));
  try {
    const [plugin, standalone] = [join(folder, "plugin"), join(folder, "standalone")];
    await writePlugin(plugin);
    const platform = platformOfMachine();
    await writeStandalone({ plugin, platform, node: process.execPath, folder: standalone });
    return {
      starts: await measureStarts(starts, {
        executable: [join(standalone, executableName(platform))],
        script: [join(plugin, executableName(platform))],
        dynamic: [process.execPath, require.resolve("@pulumi/pulumi/cmd/dynamic-provider"), "none"],
      }),
      runs: await measureRuns({ shares, previews, folder, plugin: standalone }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {number} times
 * @param {Readonly<Record<Binding, readonly string[]>>} commands
 */
async function measureStarts(times, commands) {
  const service = await startService(0, false);
  const all = { executable: /** @type {Start[]} */ ([]), script: /** @type {Start[]} */ ([]), dynamic: /** @type {Start[]} */ ([]) };
  try {
    for (let nth = 0; nth < times; nth += 1) {
      all.executable.push(await measureStart(commands.executable, service.address, false));
      all.script.push(await measureStart(commands.script, service.address, false));
      all.dynamic.push(await measureStart(commands.dynamic, service.address, true));
    }
  } finally {
    await service.close();
  }
  const medianOf = (/** @type {readonly Start[]} */ list) => ({
    startMs: median(list.map(({ startMs }) => startMs)),
    mb: median(list.map(({ mb }) => mb)),
  });
  return { executable: medianOf(all.executable), script: medianOf(all.script), dynamic: medianOf(all.dynamic) };
}

/**
 * Starts a provider process and checks a share, as the engine does.
 * @param {readonly string[]} command
 * @param {import("./types.d.ts").Address} address
 * @param {boolean} isDynamic
 * @returns {Promise<Start>}
 */
async function measureStart([command = "", ...args], address, isDynamic) {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environmentOf(address) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
    const client = openClient(port);
    const type = isDynamic ? "pulumi-nodejs:dynamic/resourceshare:ResourceShare" : "resourceshare:index:ResourceShare";
    const urn = `urn:pulumi:bench::bench::${type}::share`;
    const { providerCode } = require(join(root, "dist/provider/host/provider-code.js"));
    const more = isDynamic ? { __provider: providerCode("ResourceShare"), __urn: urn } : {};
    await client.configure({});
    await client.check(urn, { name: "share", ...more });
    const startMs = performance.now() - started;
    client.close();
    return { startMs, mb: peakMb(child.pid) };
  } finally {
    child.kill("SIGKILL");
  }
}

/** Returns the most memory that a process had at once; only Linux reports it. @param {number | undefined} pid */
function peakMb(pid) {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/**
 * @param {{ shares: number, previews: number, folder: string, plugin: string }} options
 * @returns {Promise<Record<Program, Run>>}
 */
async function measureRuns({ shares, previews, folder, plugin }) {
  const host = await provideYamlLanguageHost();
  const withPlugin = `plugins:\n  providers:\n    - name: resourceshare\n      path: ${plugin}\n`;
  const files = {
    yaml: { "Pulumi.yaml": `name: bench\nruntime: yaml\n${withPlugin}${yamlProgram(shares)}` },
    node: { "Pulumi.yaml": `${NODE_PROJECT}${withPlugin}`, "index.js": nodeProgram(shares, pluginClass) },
    dynamic: { "index.js": nodeProgram(shares, dynamicClass) },
  };
  const measured = {
    yaml: /** @type {Run | undefined} */ (undefined),
    node: /** @type {Run | undefined} */ (undefined),
    dynamic: /** @type {Run | undefined} */ (undefined),
  };
  for (const program of /** @type {const} */ (["yaml", "node", "dynamic"])) {
    const service = await startService(0, false);
    try {
      mkdirSync(join(folder, program));
      const env = { ...environmentOf(service.address), PATH: [host, pulumiEnvironment({ home: folder })["PATH"]].join(delimiter) };
      measured[program] = await measureRun(openProject(join(folder, program), files[program], env), previews);
    } finally {
      await service.close();
    }
  }
  const { yaml, node, dynamic } = measured;
  if (!yaml || !node || !dynamic) throw new Error("a program was not measured");
  return { yaml, node, dynamic };
}

/** @param {(words: readonly string[]) => Promise<number>} pulumi @param {number} previews @returns {Promise<Run>} */
async function measureRun(pulumi, previews) {
  await pulumi(["stack", "init", "bench"]);
  const upSeconds = await pulumi(["up", "--yes", "--skip-preview"]);
  const seconds = [];
  for (let nth = 0; nth < previews; nth += 1) seconds.push(await pulumi(["preview", "--expect-no-changes"]));
  return { upSeconds, previewSeconds: median(seconds) };
}

/** @param {import("./types.d.ts").Address} address */
function environmentOf({ url, accessKeyId, accessKeySecret }) {
  const key = { ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId, ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret };
  return { RESOURCESHARE_ENDPOINT: url, ...key };
}

const dynamicClass = `const { ResourceShare } = require("pulumi-resourceshare");`;

/** The class of a generated SDK, as far as a program sees it. */
const pluginClass = `
const pulumi = require("@pulumi/pulumi");
class ResourceShare extends pulumi.CustomResource {
  constructor(name, args, options) {
    const outputs = { owner: undefined, status: undefined, createTime: undefined, updateTime: undefined, associations: undefined };
    super("resourceshare:index:ResourceShare", name, { ...outputs, ...args }, options);
  }
}`;

/** @param {number} shares @param {string} classes */
function nodeProgram(shares, classes) {
  return `${classes}\nfor (let index = 0; index < ${shares}; index += 1) new ResourceShare("share-" + index, { name: "share-" + index });\n`;
}

/** @param {number} shares */
function yamlProgram(shares) {
  const one = (/** @type {number} */ index) =>
    `  share-${index}:\n    type: resourceshare:ResourceShare\n    properties:\n      name: share-${index}\n`;
  return `resources:\n${Array.from({ length: shares }, (_, index) => one(index)).join("")}`;
}
