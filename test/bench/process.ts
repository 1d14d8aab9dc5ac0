// S8: Pulumi's dynamic-provider process, driven as the engine drives it: how long it takes to start, and how much memory it takes.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { callsOverGrpc } from "../support/bindings/calls.ts";
import { requests } from "../support/bindings/requests.ts";
import { nothing } from "./noop-provider.ts";
import { environmentOf, startService } from "./service.ts";
import { manyAssociations } from "./scenarios.ts";
import { madeShares } from "./work.ts";
import type { Address, DesiredResource } from "./types.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "package.json"));
const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");

/** Returns the code of the dynamic provider of a kind of resource, as states have it. */
export const providerCode: (kind: string) => string = require(join(root, "dist/provider/host/provider-code.js")).providerCode;
/** The command that starts Pulumi's process for dynamic providers. */
export const dynamicProvider: readonly string[] = [process.execPath, script, "none"];

export interface Life {
  /** From the start of the process to its first answer to check. */
  readonly startMs: number;
  /** The most memory at once after the first answer that needed calls. */
  readonly callMb: number;
  /** The most memory at once until everything was made. */
  readonly manyMb: number;
}

/** The medians with this package and without. */
export interface Lives {
  readonly package: Life;
  readonly nothing: Life;
}

/**
 * Lives of the process with this package and without, in turns, so that whatever else the machine does meets both alike.
 * @param runs `starts`: with one resource, `lives`: with a thousand
 */
export async function measureProcess({
  starts,
  lives,
}: {
  starts: number;
  lives: number;
}): Promise<{ readonly starts: Lives; readonly lives: Lives }> {
  const service = await startService(0, false);
  try {
    const workload = manyAssociations(1000, 20, 32);
    const wanted = workload.wanted(await madeShares(workload, service.address));
    const inTurns = async (runs: number, what: readonly DesiredResource[]) => {
      const each = { package: [] as Life[], nothing: [] as Life[] };
      for (let run = 0; run < runs; run += 1) {
        each.nothing.push(await measureLifecycle(nothing, service.address, what));
        each.package.push(await measureLifecycle(providerCode("ShareAssociation"), service.address, what));
      }
      return { package: medians(each.package), nothing: medians(each.nothing) };
    };
    return { starts: await inTurns(starts, wanted.slice(0, 1)), lives: await inTurns(lives, wanted) };
  } finally {
    await service.close();
  }
}

async function measureLifecycle(code: string, address: Address, wanted: readonly DesiredResource[]): Promise<Life> {
  const started = performance.now();
  const provider = await startProvider(dynamicProvider, address);
  try {
    const check = (one: DesiredResource) => {
      const urn = urnOf(one);
      return provider.check(urn, { ...one.inputs, __provider: code, __urn: urn });
    };
    const make = async (one: DesiredResource) => provider.create(await check(one));
    await provider.configure();
    const [first, ...rest] = wanted;
    if (first === undefined) throw new Error("there is nothing to make");
    await check(first);
    const startMs = performance.now() - started;
    await make(first);
    const callMb = provider.peakMb();
    const left = rest.values();
    const lane = async () => {
      for (const one of left) await make(one);
    };
    await Promise.all(Array.from({ length: 32 }, lane));
    return { startMs, callMb, manyMb: provider.peakMb() };
  } finally {
    provider.kill();
  }
}

function urnOf({ kind, name }: DesiredResource) {
  return `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
}

/** Starts a provider's process, and returns the calls of it that the engine makes first. */
export async function startProvider([command = "", ...args]: readonly string[], address: Address) {
  const env = { ...process.env, ...environmentOf(address) };
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
  const { call, close } = callsOverGrpc(Number(port));
  return {
    configure: () => requests.configure(call, {}),
    check: async (urn: string, news: Readonly<Record<string, unknown>>) => {
      const { inputs, failures } = await requests.check(call, { urn, news });
      for (const { property, reason } of failures) throw new Error(`${property} ${reason}`);
      return inputs;
    },
    create: (properties: Readonly<Record<string, unknown>>) => requests.create(call, { properties }),
    /** The most memory that the process had at once; only Linux reports it. */
    peakMb: () => {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) / 1024;
    },
    kill: () => {
      close();
      child.kill("SIGKILL");
    },
  };
}

function medians(lives: readonly Life[]): Life {
  const medianOf = (figure: keyof Life) => median(lives.map((one) => one[figure]));
  return { startMs: medianOf("startMs"), callMb: medianOf("callMb"), manyMb: medianOf("manyMb") };
}

export function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
