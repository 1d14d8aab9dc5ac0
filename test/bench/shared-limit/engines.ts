// S10: real engines at once, each with a stack of its own, on one account.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProject } from "../engine.ts";
import { startService } from "../service.ts";
import { callsPerSecond } from "./caller.ts";
import type { SharedEngineCase, SharedEngineRun } from "../types.ts";
import type { CallRecord } from "../service.ts";

/** What each command calls once for each share. */
const operations = { up: "CreateResourceShare", destroy: "DeleteResourceShare" };

const program = (shares: number) => `
const pulumi = require("@pulumi/pulumi");
const { ResourceShare } = require("pulumi-resourceshare");
for (let index = 0; index < ${shares}; index += 1) {
  const name = pulumi.getStack() + "-" + index;
  new ResourceShare(name, { name, allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-" + name }], targets: ["fd-apps01"] });
}
`;

/** Creates and deletes stacks of equal size at once. */
export async function measureSharedEngines(engines: number, shares: number): Promise<SharedEngineRun[]> {
  const service = await startService(200);
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-bench-"));
  try {
    const { url, accessKeyId, accessKeySecret } = service.address;
    const env = { RESOURCESHARE_ENDPOINT: url, ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId, ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret };
    const projects = Array.from({ length: engines }, (_, index) => {
      mkdirSync(join(folder, String(index)));
      return openProject(join(folder, String(index)), { "index.js": program(shares) }, env);
    });
    for (const [index, pulumi] of projects.entries()) await pulumi(["stack", "init", `bench-${index}`]);
    const runs: SharedEngineRun[] = [];
    for (const work of ["up", "destroy"] as const) {
      await service.forget();
      const results = await Promise.allSettled(projects.map((pulumi) => pulumi([work, "--yes", "--skip-preview", "--parallel", "16"])));
      runs.push(runOf({ engines, shares, work }, results, await service.calls()));
    }
    return runs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  }
}

function runOf(setting: SharedEngineCase, results: readonly PromiseSettledResult<number>[], log: readonly CallRecord[]): SharedEngineRun {
  const durations = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  // The start of the engines and of the programs is no matter of the limit.
  const times = log.filter(({ operation }) => operation === operations[setting.work]).map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  return {
    ...setting,
    seconds,
    ratio: (seconds * callsPerSecond) / (setting.engines * setting.shares),
    throttled: log.filter(({ code }) => code?.startsWith("Throttling")).length / log.length,
    spread: Math.max(...durations) / Math.min(...durations),
    failed: results.length - durations.length,
  };
}
