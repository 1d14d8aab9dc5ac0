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
import { median, openClient } from "./process.ts";
import { startService } from "./service.ts";
import type { Address } from "./types.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "package.json"));

type Binding = "executable" | "script" | "dynamic";
/** From the start of the process to its first answer to check. */
interface Start {
  readonly startMs: number;
  readonly mb: number;
}

/** @returns medians; what is compared goes in turns */
export async function measureBindings(times: number): Promise<Record<Binding, Start>> {
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

async function measureStarts(times: number, commands: Readonly<Record<Binding, readonly string[]>>) {
  const service = await startService(0, false);
  const all = { executable: [] as Start[], script: [] as Start[], dynamic: [] as Start[] };
  try {
    for (let nth = 0; nth < times; nth += 1) {
      all.executable.push(await measureStart(commands.executable, service.address, false));
      all.script.push(await measureStart(commands.script, service.address, false));
      all.dynamic.push(await measureStart(commands.dynamic, service.address, true));
    }
  } finally {
    await service.close();
  }
  const medianOf = (list: readonly Start[]) => ({
    startMs: median(list.map(({ startMs }) => startMs)),
    mb: median(list.map(({ mb }) => mb)),
  });
  return { executable: medianOf(all.executable), script: medianOf(all.script), dynamic: medianOf(all.dynamic) };
}

/** Starts a provider process and checks a share, as the engine does. */
async function measureStart([command = "", ...args]: readonly string[], address: Address, isDynamic: boolean): Promise<Start> {
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

/** Returns the most memory that a process had at once; only Linux reports it. */
function peakMb(pid: number | undefined) {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function environmentOf({ url, accessKeyId, accessKeySecret }: Address) {
  const key = { ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId, ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret };
  return { RESOURCESHARE_ENDPOINT: url, ...key };
}
