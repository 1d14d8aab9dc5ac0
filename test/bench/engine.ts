// S5: the real engine on a program of a thousand resources that has not changed, beside the same program on a provider that does nothing.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { nothing } from "./noop-provider.ts";
import { median } from "./process.ts";
import { environmentOf, startService } from "./service.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const longestMs = 600_000;

/** The program: twenty shares, and associations of one entity in them. */
const program = (resources: number) => `
const { ResourceShare, ShareAssociation } = require(process.env.BENCH_CLASSES);
const shares = Array.from({ length: 20 }, (_, index) => new ResourceShare("share-" + index, { name: "share-" + index, allowExternalTargets: true }));
for (let index = 0; index < ${resources - 20}; index += 1) {
  const digits = String(index).padStart(6, "0");
  const entity = index % 2 === 0 ? { targets: ["5000000000" + digits] } : { resources: [{ type: "VSwitch", id: "vsw-" + digits }] };
  new ShareAssociation("association-" + digits, { shareId: shares[index % 20].id, ...entity });
}
`;

/** The same classes, as far as a program sees them, on a provider that does nothing: a module. */
export const classes = `
const pulumi = require("@pulumi/pulumi");
const kind = (name, outputs) => class extends pulumi.CustomResource {
  constructor(resource, args, options) {
    const named = Object.fromEntries(outputs.map((output) => [output, undefined]));
    const own = { __provider: ${JSON.stringify(nothing)}, __urn: pulumi.createUrn(resource, "pulumi-nodejs:dynamic/nothing:" + name) };
    super("pulumi-nodejs:dynamic/nothing:" + name, resource, { ...named, ...args, ...own }, options);
  }
};
exports.ResourceShare = kind("ResourceShare", ["owner", "status", "createTime", "updateTime", "associations"]);
exports.ShareAssociation = kind("ShareAssociation", ["associations"]);
`;

interface Previews {
  /** Of a preview with this package. */
  readonly seconds: number;
  /** Of the same program on a provider that does nothing. */
  readonly nothingSeconds: number;
  /** How often previews with this package called the service. */
  readonly calls: number;
  /** The constant text in each resource's state. */
  readonly providerBytes: number;
  /** What this package keeps of a ShareAssociation of one entity: its inputs and outputs, as they lie in the state's file. */
  readonly propertiesBytes: number;
  /** The whole record of it, with what the engine adds. */
  readonly recordBytes: number;
  /** The same on a provider that does nothing. */
  readonly nothingRecordBytes: number;
}

/** @returns medians; the previews go in turns */
export async function measurePreviews({ resources, runs }: { resources: number; runs: number }): Promise<Previews> {
  const service = await startService(0, false);
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-bench-"));
  try {
    const files = { "index.js": program(resources), "classes.js": classes };
    const ours = openProject(join(folder, "ours"), files, {
      BENCH_CLASSES: "pulumi-resourceshare",
      ...environmentOf(service.address),
    });
    const baseline = openProject(join(folder, "nothing"), files, { BENCH_CLASSES: "./classes.js" });
    for (const run of [ours, baseline]) {
      await run(["stack", "init", "bench"]);
      await run(["up", "--yes", "--skip-preview"]);
    }
    const state = (of: string) => readFileSync(join(folder, of, "home/state/.pulumi/stacks/bench/bench.json"), "utf8");
    const [sizes, nothingSizes] = [sizesIn(state("ours")), sizesIn(state("nothing"))];
    await service.forget();
    const [seconds, nothingSeconds] = [[] as number[], [] as number[]];
    for (let nth = 0; nth < runs; nth += 1) {
      nothingSeconds.push(await baseline(["preview", "--expect-no-changes"]));
      seconds.push(await ours(["preview", "--expect-no-changes"]));
    }
    const { length: calls } = await service.calls();
    return {
      seconds: median(seconds),
      nothingSeconds: median(nothingSeconds),
      calls,
      ...sizes,
      nothingRecordBytes: nothingSizes.recordBytes,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  }
}

/** Writes a project to a folder of its own; returns a function that runs the CLI on it and returns the seconds that it took. */
export function openProject(folder: string, files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) {
  mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/pulumi-resourceshare"));
  symlinkSync(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
  const manifest = JSON.stringify({ name: "bench", private: true, main: "index.js" });
  for (const [name, text] of Object.entries({ "package.json": manifest, "Pulumi.yaml": NODE_PROJECT, ...files }))
    writeFileSync(join(folder, name), text);
  const environment = { ...pulumiEnvironment({ home: join(folder, "home") }), ...env };
  return async (words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const started = performance.now();
    await pulumi(words, folder, { ...environment, ...more });
    return (performance.now() - started) / 1000;
  };
}

/** A project of a JavaScript program. */
export const NODE_PROJECT = "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";

function pulumi(words: readonly string[], cwd: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", [...words, "--non-interactive"], { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: longestMs });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-4000)));
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`pulumi ${words.join(" ")} ended with ${code}\n${output}`))));
  });
}

/** @param state the stack's file */
function sizesIn(state: string) {
  const { checkpoint } = JSON.parse(state);
  const all: readonly { type: string; inputs?: Record<string, string>; outputs?: object }[] = checkpoint.latest.resources;
  const associations = all.filter(({ type }) => type.endsWith(":ShareAssociation"));
  const providers = all.flatMap(({ inputs }) => inputs?.["__provider"] ?? []);
  return {
    providerBytes: Math.max(...providers.map((text) => Buffer.byteLength(text))),
    propertiesBytes: Math.max(...associations.map(({ inputs, outputs }) => bytesOf(inputs) + bytesOf(outputs))),
    recordBytes: Math.max(...associations.map(bytesOf)),
  };
}

/** The engine writes three characters as escapes of six. */
function bytesOf(value: unknown) {
  return Buffer.byteLength(JSON.stringify(value).replaceAll(/[<>&]/g, "123456"));
}
