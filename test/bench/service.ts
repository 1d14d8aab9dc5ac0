// The simulated service in a process of its own, with its limits on, so that its work is not counted as ours.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Address, CallCounts } from "./types.ts";

const require = createRequire(import.meta.url);

/** What the log of the service has of a call. */
interface CallRecord {
  readonly operation: string;
  readonly code?: string;
}

interface Service {
  readonly address: Address;
  calls(): Promise<CallRecord[]>;
  forget(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param transitionMs how long each transition takes
 * @param limits whether the service holds its limits
 */
export function startService(transitionMs: number, limits: boolean = true): Promise<Service> {
  const child = fork(fileURLToPath(import.meta.url), [String(transitionMs), String(limits)], { execArgv: [...process.execArgv] });
  const close = () =>
    new Promise((resolve: (value: void) => void) => {
      child.once("exit", () => resolve());
      child.disconnect();
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (address: Address) => {
      const admin = `${address.url}/_simulator`;
      const change = async (path: string, request: RequestInit) => {
        const response = await fetch(`${admin}/${path}`, {
          ...request,
          headers: { "x-simulator": "1", "content-type": "application/json" },
        });
        if (!response.ok) throw new Error(`the service rejects ${request.method} ${path}: ${await response.text()}`);
        await response.text();
      };
      resolve({
        address,
        calls: async () => (await (await fetch(`${admin}/calls`)).json()) as CallRecord[],
        forget: () => change("calls", { method: "DELETE" }),
        close,
      });
    });
  });
}

/** The environment of a process that calls the service. */
export function environmentOf({ url, accessKeyId, accessKeySecret }: Address): Record<string, string> {
  return { RESOURCESHARE_ENDPOINT: url, ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId, ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret };
}

export function callCountsOf(calls: readonly CallRecord[]): CallCounts {
  const byOperation = [...Map.groupBy(calls, ({ operation }) => operation)].map(([operation, all]) => [operation, all.length]);
  const throttled = calls.filter(({ code }) => code?.startsWith("Throttling")).length;
  return { calls: calls.length, throttled, byOperation: Object.fromEntries(byOperation) };
}

if (process.send) {
  const { createSimulator, serve } = require("../../dist/simulator/index.js");
  const [ms, limits] = [Number(process.argv[2]), process.argv[3] === "true"];
  const world = createSimulator().save();
  const [owner] = world.accounts;
  if (owner === undefined) throw new Error("the demonstration world has no accounts");
  // As long as real ones: the length decides what a response is searched for.
  const key = { accessKeyId: `LTAI5t${"Key4Benchmarks".padEnd(18, "0")}`, accessKeySecret: "Secret4Benchmarks".padEnd(30, "0") };
  owner.keys = [key];
  const simulator = createSimulator({ world, limits, pace: { associate: ms, disassociate: ms, deleteShare: ms, accept: ms } });
  // No figure is about quotas, and the largest share more than the published ones allow.
  const quotas = { ...simulator.world.settings.quotas, shares: 10_000, sharedResources: 100_000 };
  simulator.world.settings = { ...simulator.world.settings, quotas };
  const served = await serve(simulator, {});
  process.send({ url: served.url, ...key });
  process.on("disconnect", () => void served.close());
}
