// S11: a fleet of stacks with one share each, by the command, on the simulated service: time, memory and calls.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { callCountsOf, startService } from "./service.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const sampleMs = 500;

/** The fewest calls of a stack: the caller, create tags of an earlier run, the share, its associations, the share again, its create tag. */
const CALLS_A_STACK = 6;
/** An `up` that takes longer is interrupted. */
const mostSecondsAStack = 30;
/** The unit of times in /proc, which Linux never changes for programs. */
const ticksPerSecond = 100;
/** The most calls beside the floor: polls of a transition that is not over. */
const mostCalls = 1.5;

const program = `
const pulumi = require("@pulumi/pulumi");
const { ResourceShare } = require("pulumi-resourceshare");
const name = pulumi.getStack();
new ResourceShare(name, { name, allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-" + name }], targets: ["fd-apps01"] });
`;

/** @param {number} stacks */
const description = (stacks) => `
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

/**
 * @param {number} stacks
 * @param {(line: string) => void} onProgress Called with a line now and then.
 * @returns {Promise<import("./types.d.ts").Figure[]>}
 */
export async function measureFleet(stacks, onProgress) {
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
    const progressOf = (/** @type {string} */ what) => (/** @type {number} */ ended, /** @type {number} */ seconds) =>
      onProgress(`S11  ${what}: ${ended} of ${stacks} stacks after ${seconds.toFixed(0)} s, load ${loadText()}`);
    const update = await run(folder, env, stacks, progressOf("first up"));
    const { calls, throttled } = callCountsOf(await service.calls());
    onProgress(`S11  first up: ${calls} calls, ${throttled} throttled, the command ${Math.round(update.commandMb)} MB`);
    await service.forget();
    const again = await run(folder, env, stacks, progressOf("up without a change"));
    const unchanged = callCountsOf(await service.calls()).calls;
    const floor = stacks * CALLS_A_STACK;
    const what = `${stacks} stacks of one share`;
    return [
      figure(`calls of the first up of ${what}`, calls / floor, "x", `${calls} calls beside ${floor}, ${throttled} throttled`, {
        atMost: mostCalls,
      }),
      figure(`failures in the first up of ${what}`, update.failed, "stacks", `${again.failed} in the next up`, { atMost: 0 }),
      figure(`first up of ${what}`, update.seconds, "s", timesText(update, stacks)),
      figure(`up of ${what} without a change`, again.seconds, "s", `${timesText(again, stacks)}; ${unchanged} calls`),
      figure(`most memory of the command`, update.commandMb, "MB", `${Math.round(update.allMb)} MB with all processes that it has started`),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  }
}

/**
 * @param {string} what @param {number} value @param {string} unit @param {string} detail
 * @param {import("./types.d.ts").Figure["bound"]} bound
 * @returns {import("./types.d.ts").Figure}
 */
function figure(what, value, unit, detail, bound = {}) {
  return { scenario: "S11", what, value, unit, bound, detail, over: bound.atMost !== undefined && value > bound.atMost };
}

/** @param {{ seconds: number, cpuSeconds: number, load: string }} run @param {number} stacks */
function timesText({ seconds, cpuSeconds, load }, stacks) {
  return `${(seconds / stacks).toFixed(1)} s a stack, ${(cpuSeconds / stacks).toFixed(1)} s of a processor; load ${load}`;
}

function loadText() {
  return loadavg()[0]?.toFixed(0) ?? "unknown";
}

/**
 * Runs `up`, and samples the memory of the command and of all processes below it. It is interrupted when it takes too long.
 * @param {string} folder @param {Record<string, string>} env @param {number} stacks
 * @param {(ended: number, seconds: number) => void} onEnded Called after each tenth of the stacks.
 * @returns {Promise<{ seconds: number, cpuSeconds: number, load: string, failed: number, commandMb: number, allMb: number }>}
 */
function run(folder, env, stacks, onEnded) {
  const start = performance.now();
  const [startCpu, startLoad] = [childrenCpuSeconds(), loadText()];
  const words = [join(root, "dist/cli/resourceshare.js"), "fleet", "up", "--file", "fleet.mjs"];
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  const most = { commandMb: 0, allMb: 0 };
  const timer = setInterval(() => {
    const [command = 0, ...others] = residentMb(child.pid ?? 0);
    most.commandMb = Math.max(most.commandMb, command);
    most.allMb = Math.max(
      most.allMb,
      others.reduce((sum, mb) => sum + mb, command),
    );
  }, sampleMs);
  const limit = setTimeout(() => child.kill("SIGINT"), stacks * mostSecondsAStack * 1000);
  const seen = { text: "", ended: 0, failed: 0 };
  createInterface({ input: child.stderr }).on("line", (line) => {
    seen.text += `${line}\n`;
    const status = /: (succeeded|failed)/.exec(line)?.[1];
    if (status === undefined) return;
    seen.ended += 1;
    if (status === "failed") {
      seen.failed += 1;
      console.error(line);
    }
    if (seen.ended % Math.ceil(stacks / 10) === 0) onEnded(seen.ended, (performance.now() - start) / 1000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(timer);
      clearTimeout(limit);
      const seconds = (performance.now() - start) / 1000;
      const load = `${startLoad} to ${loadText()}`;
      const { failed } = seen;
      // Stacks that fail are a figure; a fleet that does not run all of them has none.
      if (seen.ended === stacks) resolve({ seconds, cpuSeconds: childrenCpuSeconds() - startCpu, load, failed, ...most });
      else reject(new Error(`the fleet ended with ${code} after ${seconds.toFixed(0)} s\n${seen.text}`));
    });
  });
}

/** The processor time of all processes that have ended and that this one or its children have started. */
function childrenCpuSeconds() {
  // The fields after the name, which may contain spaces: user and system time of ended children are the 14th and the 15th of these.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** The memory of a process and of those below it, in megabytes; the process comes first. @param {number} parent @returns {number[]} */
function residentMb(parent) {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      const text = statusOf(id);
      const numberOf = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
      return { id: Number(id), parent: numberOf("PPid"), mb: numberOf("VmRSS") / 1024 };
    });
  /** @param {number} id @returns {number[]} */
  const below = (id) => processes.flatMap((one) => (one.parent === id ? [one.mb, ...below(one.id)] : []));
  return [processes.find(({ id }) => id === parent)?.mb ?? 0, ...below(parent)];
}

/** A process may end between being listed and being read. @param {string} id */
function statusOf(id) {
  try {
    return readFileSync(`/proc/${id}/status`, "utf8");
  } catch {
    return "";
  }
}
