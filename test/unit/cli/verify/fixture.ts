import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import type { HttpRequest, HttpResponse, Transport } from "../../../../provider/wire/transport.ts";
import { createSimulator, demo, type Simulator, type SimulatorOptions } from "../../../../simulator/index.ts";
import { deleteShares } from "../../../../cli/verify/clean.ts";
import { type Permitted, Run, type RunParts, sharePrefix } from "../../../../cli/verify/run.ts";
import { verify } from "../../../../cli/verify/verify.ts";

export const configuration = readConfiguration(
  {},
  {
    ALIBABA_CLOUD_ACCESS_KEY_ID: "LTAI-owner",
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: "secret-of-owner",
    RESOURCESHARE_ENDPOINT: "http://127.0.0.1:1",
    RESOURCESHARE_ACCOUNTS: JSON.stringify({ consumer: { accessKeyId: "LTAI-consumer", accessKeySecret: "secret-of-consumer" } }),
  },
);

/** All that a run may do. */
export const everything: Permitted = {
  "allow-writes": demo.owner,
  throttle: true,
  resource: {
    text: "VSwitch:vsw-demo01",
    id: "vsw-demo01",
    request: { Resources: [{ ResourceType: "VSwitch", ResourceId: "vsw-demo01" }] },
  },
  target: demo.member,
  external: demo.consumer,
  receiver: configuration.accounts.get("consumer"),
};
export const readsOnly: Permitted = {
  "allow-writes": undefined,
  throttle: false,
  resource: undefined,
  target: undefined,
  external: undefined,
  receiver: undefined,
};

/** A simulator whose time and randomness are the test's. */
export function simulated(options: SimulatorOptions = {}): Simulator {
  return createSimulator({ clock: new VirtualClock(), random: seededRandom(1), ...options });
}

/** Sees each request before it is answered; it may answer in the service's place. */
type Observe = (request: HttpRequest, deliver: () => HttpResponse) => HttpResponse | Promise<HttpResponse>;

/** Answers each list in pages of one record; the first page is empty (assumption S-emptypage). */
export function smallPages(): Observe {
  const pages = new Map<string, HttpResponse>();
  return (request, deliver) => {
    const parameters = new URL(request.url).searchParams;
    const known = pages.get(parameters.get("NextToken") ?? "");
    if (known !== undefined) return known;
    const response = deliver();
    // A probe asks for one record, to get a token.
    if (response.status !== 200 || parameters.get("MaxResults") === "1") return response;
    const [, name, list] = /"(\w+)":(\[\{.*\}\])/.exec(response.body) ?? [];
    if (name === undefined || list === undefined || !request.headers["x-acs-action"]?.startsWith("List")) return response;
    const records: readonly unknown[] = JSON.parse(list);
    const pageOf = (part: readonly unknown[], next: string) => {
      const body = JSON.parse(response.body.replace(list, () => JSON.stringify(part)));
      return { ...response, body: JSON.stringify(next === "" ? body : { ...body, NextToken: next }) };
    };
    const number = pages.size;
    const tokenOf = (index: number) => (index < records.length ? `page-${number}-${index}` : "");
    for (const [index, record] of records.entries()) pages.set(tokenOf(index), pageOf([record], tokenOf(index + 1)));
    return pageOf([], tokenOf(0));
  };
}

interface RunOptions {
  readonly permitted?: Permitted;
  readonly stop?: AbortController;
  readonly observe?: Observe;
}

export async function runAgainst(simulator: Simulator, options: RunOptions = {}) {
  const run = new Run(partsFor(simulator, options));
  return { run, ...(await verify(run)) };
}

export function cleanAt(simulator: Simulator) {
  return deleteShares(partsFor(simulator), sharePrefix, demo.owner);
}

function partsFor(simulator: Simulator, { permitted = everything, stop = new AbortController(), observe }: RunOptions = {}): RunParts {
  return {
    configuration,
    permitted,
    transport: transportTo(simulator, observe),
    clock: simulator.clock,
    random: seededRandom(2),
    accountId: undefined,
    signal: stop.signal,
    cleaningSignal: new AbortController().signal,
  };
}

function transportTo(simulator: Simulator, observe: Observe = (_request, deliver) => deliver()): Transport {
  const deliver = (request: HttpRequest): HttpResponse => {
    const delivery = simulator.deliver(request);
    if ("response" in delivery) return delivery.response;
    throw new Error("the simulator was not told to break a connection");
  };
  return async (request, signal) => {
    signal?.throwIfAborted();
    const response = await observe(request, () => deliver(request));
    signal?.throwIfAborted();
    return response;
  };
}

/** The names of the shares of this command that still exist. */
export function sharesLeft({ world }: Simulator): readonly string[] {
  const own = [...world.shares.values()].filter(({ name, status }) => name.startsWith(sharePrefix) && status !== "Deleted");
  return own.map(({ name }) => name);
}
