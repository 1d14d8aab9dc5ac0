// S7: one client alone, in a process of its own, against the simulated service without its limits.
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Address } from "./types.ts";

const require = createRequire(import.meta.url);
const [operation, version, regionId] = ["ListResourceShares", "2020-01-10", "cn-hangzhou"];
const warmUp = 3000;
const presignedCount = 40_000;

/** Returns the function that makes the nth call. */
type Open = (address: Address) => Promise<(nth: number) => Promise<unknown>>;

export const callers: Readonly<Record<string, Open>> = {
  "this package": async ({ url, ...key }) => {
    const { createClients, readConfiguration, sharing } = require("../../dist/provider/client/index.js");
    const client = createClients(readConfiguration({ endpoint: url, ...key }, {})).client();
    // A limit that is never reached: the question is what a call costs, not how long it may wait.
    const unlimited = { ...sharing.ListResourceShares, limit: { calls: 1_000_000, windowMs: 1 } };
    return (nth) => client.call(unlimited, { ResourceOwner: "Self", MaxResults: pageSizeOf(nth) });
  },
  "raw undici": async (address) => {
    const { Agent } = require("undici");
    const agent = new Agent({ connections: 64 });
    const take = signedRequests(address);
    return async (nth) => {
      const { path, headers } = take(nth);
      const answer = await agent.request({ origin: address.url, path, method: "POST", headers });
      return answer.body.json();
    };
  },
  "@alicloud/openapi-core": async ({ url, ...key }) => {
    const { default: Client, $OpenApiUtil } = require("@alicloud/openapi-core");
    const { RuntimeOptions } = require("@darabonba/typescript");
    const client = new Client(new $OpenApiUtil.Config({ ...key, endpoint: new URL(url).host, protocol: "http", regionId }));
    const kind = { method: "POST", authType: "AK", style: "RPC", reqBodyType: "formData", bodyType: "json" };
    const params = new $OpenApiUtil.Params({ action: operation, version, protocol: "HTTP", pathname: "/", ...kind });
    return (nth) => client.doRequest(params, new $OpenApiUtil.OpenApiRequest({ query: queryOf(nth) }), new RuntimeOptions({}));
  },
};

/** Page sizes in turns, so that no call in flight equals another one; there are five shares to show. */
function pageSizeOf(nth: number) {
  return 20 + (nth % 80);
}

function queryOf(nth: number): Record<string, string> {
  return { MaxResults: String(pageSizeOf(nth)), RegionId: regionId, ResourceOwner: "Self" };
}

/** Requests that were signed before anything is measured, for callers that only send: each serves once. */
function signedRequests({ url, accessKeyId, accessKeySecret }: Address) {
  const dist = "../../dist/provider";
  const { Secret } = require(`${dist}/client/index.js`);
  // The package has no types of an internal module.
  const { signAcs3 } = require(`${dist}/client/pipeline/sign.js`);
  const key = { accessKeyId, accessKeySecret: new Secret(accessKeySecret) };
  const requests: ({ path: string; headers: Record<string, string> } | undefined)[] = Array.from({ length: presignedCount }, (_, nth) => {
    const query = new URLSearchParams(queryOf(nth)).toString();
    const place = { host: new URL(url).host, action: operation, version };
    const headers = signAcs3(
      { method: "POST", path: "/", query, body: "", contentType: undefined, ...place },
      key,
      new Date(),
      randomBytes(16).toString("hex"),
    );
    return { path: `/?${query}`, headers };
  });
  return (nth: number) => {
    const request = requests[nth];
    if (request === undefined) throw new Error(`only ${presignedCount} requests were signed`);
    requests[nth] = undefined;
    return request;
  };
}

/** @returns calls a second, and processor time of one call */
export function measureCallRate(
  caller: string,
  setting: { address: Address; seconds: number; inFlight: number },
): Promise<{ perSecond: number; cpuMs: number }> {
  const child = fork(fileURLToPath(import.meta.url), ["call"], { execArgv: [...process.execArgv] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${caller} ended with ${code}`)));
    child.once("message", (figures: { perSecond: number; cpuMs: number }) => resolve(figures));
    child.send({ caller, ...setting });
  });
}

async function measureHere(task: { caller: string; address: Address; seconds: number; inFlight: number }): Promise<void> {
  const call = await callers[task.caller]?.(task.address);
  if (call === undefined) throw new Error(`there is no caller ${task.caller}`);
  let nth = 0;
  const callWhile = async (goOn: () => boolean) => {
    const lane = async () => {
      while (goOn()) await call(nth++);
    };
    await Promise.all(Array.from({ length: task.inFlight }, lane));
  };
  await callWhile(() => nth < warmUp);
  const [first, started, spent] = [nth, performance.now(), process.cpuUsage()];
  await callWhile(() => performance.now() - started < task.seconds * 1000);
  const calls = nth - first;
  const { user, system } = process.cpuUsage(spent);
  const perSecond = calls / ((performance.now() - started) / 1000);
  process.send?.({ perSecond, cpuMs: (user + system) / 1000 / calls }, () => process.exit(0));
}

if (process.send && process.argv[2] === "call")
  process.once("message", (task: Parameters<typeof measureHere>[0]) => void measureHere(task));
