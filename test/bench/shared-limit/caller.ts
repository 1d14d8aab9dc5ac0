// S10: one of several processes that share an account's limit: the package's client with its limits on.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Address } from "../types.ts";

/** The limit of the operation that is measured, and of the creation and the deletion of a share. */
export const callsPerSecond = 10;
const require = createRequire(import.meta.url);

interface Setup {
  readonly address: Address;
  readonly shareId: string;
  readonly index: number;
  readonly calls: number;
}

export interface Result {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly cpuSeconds: number;
  readonly failures: readonly string[];
}

interface Caller {
  /** @param startAt when the calls begin, in milliseconds since 1970 */
  run(startAt: number): Promise<Result>;
}

/** Starts the process, and returns when it has loaded the client. */
export async function startCaller(setup: Setup): Promise<Caller> {
  const own = Object.entries(process.env).filter(([name]) => !/^(ALIBABA_CLOUD_|RESOURCESHARE_)/.test(name));
  const child = fork(fileURLToPath(import.meta.url), ["call"], { env: Object.fromEntries(own), execArgv: [...process.execArgv] });
  const nextMessage = () =>
    new Promise<Result>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`process ${setup.index} of S10 ended with ${code}`));
      child.once("error", reject);
      child.once("exit", onExit);
      child.once("message", (message) => {
        child.off("error", reject).off("exit", onExit);
        resolve(message as Result);
      });
    });
  const ready = nextMessage();
  child.send(setup);
  await ready;
  return {
    run: (startAt) => {
      const result = nextMessage();
      child.send(startAt);
      return result;
    },
  };
}

if (process.send && process.argv[2] === "call") {
  process.once("message", (setup: Setup) => void callWhenTold(setup));
}

async function callWhenTold(setup: Setup): Promise<void> {
  const callAll = await preparedCalls(setup);
  const told = once(process, "message");
  process.send?.("ready");
  const [startAt]: unknown[] = await told;
  await setTimeout(Math.max(0, Number(startAt) - Date.now()));
  const result = await callAll();
  process.send?.(result, () => process.disconnect());
}

async function preparedCalls({ address: { url: endpoint, ...key }, shareId, index, calls }: Setup): Promise<() => Promise<Result>> {
  const { createClients, readConfiguration, sharing } = require("../../../dist/provider/client/index.js");
  const client = createClients(readConfiguration({ endpoint, ...key }, {})).client();
  // The first calls load modules and open as many connections as a burst needs. No call in flight may equal another one.
  await Promise.all(
    Array.from({ length: callsPerSecond }, (_, nth) =>
      client.call(sharing.ListResourceShares, { ResourceOwner: "Self", MaxResults: 20 + nth }),
    ),
  );
  return async () => {
    // No call equals another one.
    const [startedAt, spent] = [Date.now(), process.cpuUsage()];
    const results = await Promise.allSettled(
      Array.from({ length: calls }, (_, nth) =>
        client.call(sharing.UpdateResourceShare, { ResourceShareId: shareId, ResourceShareName: `process-${index}-call-${nth}` }),
      ),
    );
    const { user, system } = process.cpuUsage(spent);
    const failures = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    return { startedAt, endedAt: Date.now(), cpuSeconds: (user + system) / 1e6, failures };
  };
}
