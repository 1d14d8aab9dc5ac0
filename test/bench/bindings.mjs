// S9: the plugin beside the dynamic provider: start and memory of its process.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { writeStandalone } from "../../scripts/plugin/archives.mjs";
import { writePlugin } from "../../scripts/plugin/bundle.mjs";
import { executableName, platformOfMachine } from "../../scripts/plugin/platforms.mjs";
import { median, openClient } from "./process.mjs";
import { startService } from "./service.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "package.json"));

/**
 * @typedef {"executable" | "script" | "dynamic"} Binding
 * @typedef {{ readonly startMs: number, readonly mb: number }} Start from the start of the process to its first answer to check
 */

/**
 * @param {number} times
 * @returns {Promise<Record<Binding, Start>>} medians; what is compared goes in turns
 */
export async function measureBindings(times) {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-bench-"));
  try {
    const [plugin, standalone] = [join(folder, "plugin"), join(folder, "standalone")];
    await writePlugin(plugin);
    const platform = platformOfMachine();
    await writeStandalone({ plugin, platform, node: process.execPath, folder: standalone });
    return await measureStarts(times, {
      executable: [join(standalone, executableName(platform))],
      script: [join(plugin, executableName(platform))],
      dynamic: [process.execPath, require.resolve("@pulumi/pulumi/cmd/dynamic-provider"), "none"],
    });
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

/** @param {import("./types.d.ts").Address} address */
function environmentOf({ url, accessKeyId, accessKeySecret }) {
  const key = { ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId, ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret };
  return { RESOURCESHARE_ENDPOINT: url, ...key };
}
