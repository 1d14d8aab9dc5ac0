// Does what Pulumi's process does for the engine, without the engine, in a process of its own: check one after another, the rest side by side.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { concurrently } from "./concurrently.ts";
import type { Address, DesiredResource, ExistingResource, Task, TaskResult, Workload } from "./types.ts";

const require = createRequire(import.meta.url);

/** Does one task in a process of its own and ends it. */
export function work(task: Task): Promise<TaskResult> {
  const own = Object.entries(process.env).filter(([name]) => !/^(ALIBABA_CLOUD_|RESOURCESHARE_)/.test(name));
  const child = fork(fileURLToPath(import.meta.url), { env: Object.fromEntries(own), execArgv: [...process.execArgv] });
  return new Promise((resolve, reject) => {
    let answer: { done?: TaskResult; failure?: string } | undefined;
    child.once("error", reject);
    child.once("message", (message: typeof answer) => (answer = message));
    child.once("exit", (code) => {
      if (answer?.done) return resolve(answer.done);
      reject(new Error(answer?.failure ?? `the process that does the work ended with ${code}`));
    });
    child.send(task);
  });
}

/** Makes the shares that exist before a workload is measured, and returns their ids. */
export async function madeShares({ shares }: Pick<Workload, "shares">, address: Address): Promise<string[]> {
  if (shares.length === 0) return [];
  const { kept } = await work({ work: "up", address, inFlight: 100, wanted: shares, kept: [] });
  return kept.map(({ id }) => id);
}

if (process.send) {
  process.once("message", (task: Task) => {
    void doWork(task)
      .then(
        (done) => ({ done }),
        (error: unknown) => ({ failure: error instanceof Error ? error.stack || error.message : String(error) }),
      )
      .then((message) => process.send?.(message, () => process.disconnect()));
  });
}

async function doWork({ work: what, address, inFlight, wanted, kept }: Task): Promise<TaskResult> {
  const { provider } = require("../../dist/provider/dynamic/index.js");
  const { url: endpoint, ...key } = address;
  const providers = new Map();
  const providerOf = (kind: string) => {
    const known = providers.get(kind);
    if (known) return known;
    const instance = provider(kind, 1);
    void instance.configure({ config: { rawConfig: { endpoint, ...key } } });
    providers.set(kind, instance);
    return instance;
  };
  const [started, spent] = [performance.now(), process.cpuUsage()];
  let result: ExistingResource[] = [];
  if (what === "up") result = await concurrently(wanted, inFlight, (one) => make(providerOf(one.kind), one));
  if (what === "refresh") {
    result = await concurrently(kept, inFlight, async ({ kind, name, id, properties }) => {
      const found = await providerOf(kind).read(id, properties);
      if (found.id !== id) throw new Error(`${kind} ${id} is not there any more`);
      return { kind, name, id, properties: found.props };
    });
  }
  if (what === "destroy") await concurrently(kept, inFlight, ({ kind, id, properties }) => providerOf(kind).delete(id, properties));
  const { user, system } = process.cpuUsage(spent);
  const seconds = (performance.now() - started) / 1000;
  return { kept: result, seconds, cpuSeconds: (user + system) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 };
}

/** The provider of a resource, as Pulumi's process calls it. */
interface DynamicProvider {
  check(olds: object, news: object): Promise<{ readonly inputs: object; readonly failures: readonly unknown[] }>;
  create(inputs: object): Promise<{ readonly id: string; readonly outs: ExistingResource["properties"] }>;
}

/** @param provider the provider, whose values are the engine's */
async function make(provider: DynamicProvider, { kind, name, inputs }: DesiredResource): Promise<ExistingResource> {
  const urn = `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
  const checked = await provider.check({}, { ...inputs, __urn: urn });
  if (checked.failures.length > 0) throw new Error(JSON.stringify(checked.failures));
  const { id, outs } = await provider.create(checked.inputs);
  return { kind, name, id, properties: outs };
}
