// S8 and S9: the provider processes of both bindings, driven as the engine drives them: how long they take to start, and how much memory.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { writeStandalone } from "../../scripts/plugin/archives.mjs";
import { executableName, platformOfMachine } from "../../scripts/plugin/platforms.mjs";
import { startService } from "../engine/service.ts";
import { repository } from "../engine/pulumi.ts";
import { buildPlugin } from "../engine/plugin/project.ts";
import { callsOverGrpc } from "../support/bindings/calls.ts";
import { requests } from "../support/bindings/requests.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { median, nothing } from "./engine.ts";
import { type DesiredResource, manyAssociations } from "./scenarios.ts";
import { createShares } from "./service.ts";

const require = createRequire(import.meta.url);
const { providerCode }: { readonly providerCode: (kind: string) => string } = require("../../dist/provider/host/provider-code.js");

interface ProviderProcess {
  readonly command: readonly string[];
  /** The type of an association in URNs. */
  readonly type: string;
  /** What the dynamic provider's process gets with each resource. */
  readonly code?: string;
}

interface Life {
  /** From the start of the process to its first answer to check. */
  readonly startMs: number;
  /** The most memory at once until everything was made, in megabytes. */
  readonly mb: number;
}

type Lives = Readonly<Record<"nothing" | "dynamic" | "plugin", Life>>;

/** @returns medians of processes that make that many associations; they go in turns */
export async function measureProcesses({ runs, resources }: { runs: number; resources: number }): Promise<Lives> {
  using folders = new DisposableStack();
  const folder = temporaryFolder((remove) => folders.defer(remove));
  const plugin = await buildPlugin((remove) => folders.defer(remove));
  const platform = platformOfMachine();
  await writeStandalone({ plugin, platform, node: process.execPath, folder });
  const dynamic = {
    command: [process.execPath, require.resolve("@pulumi/pulumi/cmd/dynamic-provider"), "none"],
    type: "pulumi-nodejs:dynamic/resourceshare:ShareAssociation",
  };
  const processes = {
    nothing: { ...dynamic, code: nothing },
    dynamic: { ...dynamic, code: providerCode("ShareAssociation") },
    plugin: { command: [join(folder, executableName(platform))], type: "resourceshare:index:ShareAssociation" },
  };
  await using service = await startService({ pace: { associate: 0 }, limits: false });
  const workload = manyAssociations(resources, 20, 32);
  const wanted = workload.wanted(await createShares(service.client, workload.shares));
  const lives = { nothing: [] as Life[], dynamic: [] as Life[], plugin: [] as Life[] };
  for (let run = 0; run < runs; run += 1)
    for (const name of ["nothing", "dynamic", "plugin"] as const) lives[name].push(await measureLife(processes[name], service.env, wanted));
  const medianOf = (all: readonly Life[]) => ({ startMs: median(all.map(({ startMs }) => startMs)), mb: median(all.map(({ mb }) => mb)) });
  return { nothing: medianOf(lives.nothing), dynamic: medianOf(lives.dynamic), plugin: medianOf(lives.plugin) };
}

async function measureLife(
  { command: [file = "", ...args], type, code }: ProviderProcess,
  env: Readonly<Record<string, string>>,
  wanted: readonly DesiredResource[],
): Promise<Life> {
  const started = performance.now();
  const child = spawn(file, args, { cwd: repository, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
    const { call, close } = callsOverGrpc(Number(port));
    await requests.configure(call, {});
    const check = async ({ name, inputs }: DesiredResource) => {
      const urn = `urn:pulumi:bench::bench::${type}::${name}`;
      const checked = await requests.check(call, { urn, news: { ...inputs, ...(code !== undefined && { __provider: code, __urn: urn }) } });
      for (const { property, reason } of checked.failures) throw new Error(`${property} ${reason}`);
      return { urn, properties: checked.inputs };
    };
    for (const one of wanted.slice(0, 1)) await check(one);
    const startMs = performance.now() - started;
    const rest = wanted.values();
    const lane = async () => {
      for (const one of rest) await requests.create(call, await check(one));
    };
    await Promise.all(Array.from({ length: 32 }, lane));
    // Only Linux reports the most memory that a process had.
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
    close();
    return { startMs, mb: Number(kilobytes) / 1024 };
  } finally {
    child.kill("SIGKILL");
  }
}
