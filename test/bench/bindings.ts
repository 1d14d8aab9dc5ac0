// S9: the plugin beside the dynamic provider: start and memory of its process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeStandalone } from "../../scripts/plugin/archives.mjs";
import { writePlugin } from "../../scripts/plugin/bundle.mjs";
import { executableName, platformOfMachine } from "../../scripts/plugin/platforms.mjs";
import { dynamicProvider, median, providerCode, startProvider } from "./process.ts";
import { startService } from "./service.ts";
import type { Address } from "./types.ts";

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
      dynamic: dynamicProvider,
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
async function measureStart(command: readonly string[], address: Address, isDynamic: boolean): Promise<Start> {
  const started = performance.now();
  const provider = await startProvider(command, address);
  try {
    const type = isDynamic ? "pulumi-nodejs:dynamic/resourceshare:ResourceShare" : "resourceshare:index:ResourceShare";
    const urn = `urn:pulumi:bench::bench::${type}::share`;
    const more = isDynamic ? { __provider: providerCode("ResourceShare"), __urn: urn } : {};
    await provider.configure();
    await provider.check(urn, { name: "share", ...more });
    return { startMs: performance.now() - started, mb: provider.peakMb() };
  } finally {
    provider.kill();
  }
}
