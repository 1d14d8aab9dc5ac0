// S11: a fleet of stacks with one share each, by the command, on the simulated service: time, memory and calls.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { callCountsOf, startService } from "./service.ts";
import type { Figure } from "./types.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const sampleMs = 500;

/**
 * The fewest calls of a stack: the caller, create tags of an earlier run, the share, its associations, the share again, its create tag.
 */
const CALLS_A_STACK = 6;
/** An `up` that takes longer is interrupted. */
const mostSecondsAStack = 30;
/** The most calls beside the floor: polls of a transition that is not over. */
const mostCalls = 1.5;

const program = `
const pulumi = require("@pulumi/pulumi");
const { ResourceShare } = require("pulumi-resourceshare");
const name = pulumi.getStack();
new ResourceShare(name, { name, allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-" + name }], targets: ["fd-apps01"] });
`;

const description = (stacks: number) => `
const environment = { ALIBABA_CLOUD_ACCESS_KEY_ID: { env: "KEY_ID" }, ALIBABA_CLOUD_ACCESS_KEY_SECRET: { env: "KEY_SECRET" } };
export default {
  name: "bench",
  program: "./share",
  accounts: { owner: { id: "1000000000000001", environment } },
  stacks: Array.from({ length: ${stacks} }, (_, index) => ({
    name: "share-" + index, accounts: ["owner"], regions: [index % 2 === 0 ? "cn-hangzhou" : "cn-beijing"],
  })),
};
`;

/** @param onProgress Called with a line now and then. */
export async function measureFleet(stacks: number, onProgress: (line: string) => void): Promise<Figure[]> {
  const service = await startService(200);
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-bench-"));
  try {
    mkdirSync(join(folder, "share"), { recursive: true });
    mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
    symlinkSync(root, join(folder, "node_modules/pulumi-resourceshare"));
    symlinkSync(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
    writeFileSync(join(folder, "share/Pulumi.yaml"), "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
    writeFileSync(join(folder, "share/index.js"), program);
    writeFileSync(join(folder, "share/package.json"), '{ "main": "index.js" }');
    writeFileSync(join(folder, "fleet.mjs"), description(stacks));
    const { url, accessKeyId, accessKeySecret } = service.address;
    const env = {
      ...pulumiEnvironment({ home: join(folder, "home") }),
      RESOURCESHARE_ENDPOINT: url,
      RESOURCESHARE_STS_ENDPOINT: url,
      KEY_ID: accessKeyId,
      KEY_SECRET: accessKeySecret,
    };
    const update = await run(folder, env, stacks, (ended, seconds) =>
      onProgress(`S11  ${ended} of ${stacks} stacks after ${seconds.toFixed(0)} s, load ${loadText()}`),
    );
    const { calls, throttled } = callCountsOf(await service.calls());
    onProgress(`S11  first up: ${calls} calls, ${throttled} throttled, the command ${Math.round(update.commandMb)} MB`);
    const floor = stacks * CALLS_A_STACK;
    const what = `${stacks} stacks of one share`;
    return [
      figure(`calls of the first up of ${what}`, calls / floor, "x", `${calls} calls beside ${floor}, ${throttled} throttled`, {
        atMost: mostCalls,
      }),
      figure(`failures in the first up of ${what}`, update.failed, "stacks", "as the command reports them", { atMost: 0 }),
      figure(`first up of ${what}`, update.seconds, "s", `${(update.seconds / stacks).toFixed(1)} s a stack; load ${loadText()}`),
      figure(`most memory of the command`, update.commandMb, "MB", "without the processes that it has started"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  }
}

function figure(what: string, value: number, unit: string, detail: string, bound: Figure["bound"] = {}): Figure {
  return { scenario: "S11", what, value, unit, bound, detail, over: bound.atMost !== undefined && value > bound.atMost };
}

function loadText() {
  return loadavg()[0]?.toFixed(0) ?? "unknown";
}

/**
 * Runs `up`, and samples the memory of the command. It is interrupted when it takes too long.
 * @param onEnded Called after each tenth of the stacks.
 */
function run(
  folder: string,
  env: Record<string, string>,
  stacks: number,
  onEnded: (ended: number, seconds: number) => void,
): Promise<{ seconds: number; failed: number; commandMb: number }> {
  const start = performance.now();
  const words = [join(root, "dist/cli/resourceshare.js"), "fleet", "up", "--file", "fleet.mjs"];
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let commandMb = 0;
  const timer = setInterval(() => (commandMb = Math.max(commandMb, residentMb(child.pid))), sampleMs);
  const limit = setTimeout(() => child.kill("SIGINT"), stacks * mostSecondsAStack * 1000);
  const seen = { text: "", ended: 0, failed: 0 };
  createInterface({ input: child.stderr }).on("line", (line) => {
    seen.text += `${line}\n`;
    const status = /: (succeeded|failed)/.exec(line)?.[1];
    if (status === undefined) return;
    seen.ended += 1;
    if (status === "failed") {
      seen.failed += 1;
      process.stderr.write(`${line}\n`);
    }
    if (seen.ended % Math.ceil(stacks / 10) === 0) onEnded(seen.ended, (performance.now() - start) / 1000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(timer);
      clearTimeout(limit);
      const seconds = (performance.now() - start) / 1000;
      // Stacks that fail are a figure; a fleet that does not run all of them has none.
      if (seen.ended === stacks) resolve({ seconds, failed: seen.failed, commandMb });
      else reject(new Error(`the fleet ended with ${code} after ${seconds.toFixed(0)} s\n${seen.text}`));
    });
  });
}

/** The memory of a process that may have ended, in megabytes. */
function residentMb(id: number | undefined) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
