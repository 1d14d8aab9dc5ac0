// S7: one client alone, in a process of its own, against the simulated service without its limits.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { startService } from "../engine/service.ts";
import { median } from "./engine.ts";
import { createShares } from "./service.ts";

const require = createRequire(import.meta.url);
const warmUp = 3000;
const inFlight = 16;

const callers = ["ours", "vendor"] as const;
type Caller = (typeof callers)[number];

interface CallRate {
  readonly perSecond: number;
  /** Processor time of one call, in milliseconds. */
  readonly cpuMs: number;
}

/** @returns medians; the callers go in turns */
export async function measureCallers({ runs, seconds }: { runs: number; seconds: number }): Promise<Record<Caller, CallRate>> {
  await using service = await startService({ limits: false });
  await createShares(service.client, ["s7-0", "s7-1", "s7-2", "s7-3", "s7-4"]);
  const measured: Record<Caller, CallRate[]> = { ours: [], vendor: [] };
  for (let run = 0; run < runs; run += 1)
    for (const caller of callers) measured[caller].push(await measureCaller(caller, service.env, seconds));
  const medianOf = (rates: readonly CallRate[]) => ({
    perSecond: median(rates.map(({ perSecond }) => perSecond)),
    cpuMs: median(rates.map(({ cpuMs }) => cpuMs)),
  });
  return { ours: medianOf(measured.ours), vendor: medianOf(measured.vendor) };
}

function measureCaller(caller: Caller, env: Readonly<Record<string, string>>, seconds: number): Promise<CallRate> {
  const child = fork(fileURLToPath(import.meta.url), [caller, String(seconds)], { env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${caller} ended with ${code}`)));
    child.once("message", (rate: CallRate) => resolve(rate));
  });
}

/** Returns the function that makes the nth call. */
const open: Readonly<Record<Caller, (env: NodeJS.ProcessEnv) => (nth: number) => Promise<unknown>>> = {
  ours: (env) => {
    const { createClients, readConfiguration, sharing } = require("../../dist/provider/client/index.js");
    const client = createClients(readConfiguration({}, env)).client();
    // A limit that is never reached: the question is what a call costs, not how long it may wait.
    const unlimited = { ...sharing.ListResourceShares, limit: { calls: 1_000_000, windowMs: 1 } };
    return (nth) => client.call(unlimited, { ResourceOwner: "Self", MaxResults: pageSizeOf(nth) });
  },
  vendor: (env) => {
    const { default: Client, $OpenApiUtil } = require("@alicloud/openapi-core");
    const { RuntimeOptions } = require("@darabonba/typescript");
    const [accessKeyId, accessKeySecret] = [env["ALIBABA_CLOUD_ACCESS_KEY_ID"], env["ALIBABA_CLOUD_ACCESS_KEY_SECRET"]];
    const endpoint = new URL(env["RESOURCESHARE_ENDPOINT"] ?? "").host;
    const client = new Client(
      new $OpenApiUtil.Config({ accessKeyId, accessKeySecret, endpoint, protocol: "http", regionId: "cn-hangzhou" }),
    );
    const operation = { action: "ListResourceShares", version: "2020-01-10", protocol: "HTTP", pathname: "/", method: "POST" };
    const params = new $OpenApiUtil.Params({ ...operation, authType: "AK", style: "RPC", reqBodyType: "formData", bodyType: "json" });
    return (nth) => {
      const query = { MaxResults: String(pageSizeOf(nth)), RegionId: "cn-hangzhou", ResourceOwner: "Self" };
      return client.doRequest(params, new $OpenApiUtil.OpenApiRequest({ query }), new RuntimeOptions({}));
    };
  },
};

/** Page sizes in turns, so that no call in flight equals another one; there are five shares to show. */
function pageSizeOf(nth: number) {
  return 20 + (nth % 80);
}

async function measureHere(caller: Caller, seconds: number): Promise<CallRate> {
  const call = open[caller](process.env);
  let nth = 0;
  const callWhile = async (goOn: () => boolean) => {
    const lane = async () => {
      while (goOn()) await call(nth++);
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
  };
  await callWhile(() => nth < warmUp);
  const [first, started, spent] = [nth, performance.now(), process.cpuUsage()];
  await callWhile(() => performance.now() - started < seconds * 1000);
  const calls = nth - first;
  const { user, system } = process.cpuUsage(spent);
  return { perSecond: calls / ((performance.now() - started) / 1000), cpuMs: (user + system) / 1000 / calls };
}

const [, script, name, seconds] = process.argv;
const caller = callers.find((one) => one === name);
if (script === fileURLToPath(import.meta.url) && caller !== undefined)
  process.send?.(await measureHere(caller, Number(seconds)), () => process.exit(0));
