import { afterAll, describe, expect, it } from "vitest";
import { sharing } from "../../../../../provider/api/operations.ts";
import { createClients } from "../../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { createHttpTransport } from "../../../../../provider/client/undici.ts";
import { type Clock, systemClock, VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { ApiError, ProtocolError, TransportError } from "../../../../../provider/kernel/errors.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Fault } from "../../../../../simulator/gateway/faults.ts";
import { serve } from "../../../../../simulator/http.ts";
import { createSimulator } from "../../../../../simulator/simulator.ts";
import { rejection } from "../fixture.ts";

const http = createHttpTransport({});
const closing: (() => Promise<void>)[] = [() => http.close()];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A simulated service and the clients of its accounts, in one process or over HTTP. */
async function start(over: "in process" | "over HTTP", configuration: Record<string, unknown> = {}) {
  const clock: Clock = over === "in process" ? new VirtualClock() : systemClock;
  const simulator = createSimulator({ clock });
  let transport: Transport = simulator.transport;
  let url = "http://127.0.0.1:1";
  if (over === "over HTTP") {
    const served = await serve(simulator);
    closing.push(() => served.close());
    transport = http.transport;
    url = served.url;
  }
  const key = ({ accessKeyId, accessKeySecret }: (typeof simulator.keys)[number]) => ({ accessKeyId, accessKeySecret });
  const accounts = Object.fromEntries(simulator.keys.map((named) => [named.accountId, key(named)]));
  const values = {
    ...accounts[demo.owner],
    accounts: { ...accounts, ...(configuration.accounts as object) },
    endpoint: url,
    stsEndpoint: url,
  };
  const clients = createClients(readConfiguration({ ...values, ...configuration, accounts: values.accounts }, {}), { transport, clock });
  return { simulator, url, clients, client: clients.client() };
}

/** A short timeout for calls that hang, and a long one for all others, because the machine may be busy. */
const patience = (fault: Fault) => (fault.kind === "hang" ? { requestTimeoutSeconds: 0.5 } : {});

describe.each(["in process", "over HTTP"] as const)("the client and the service, %s", (over) => {
  it("runs a share through its whole life", async () => {
    const { client, simulator } = await start(over);
    const { ResourceShare: share } = await client.call(sharing.CreateResourceShare, {
      ResourceShareName: "life",
      Tag: [{ Key: "a b", Value: "é/+" }],
    });
    const id = share.ResourceShareId;
    await client.call(sharing.UpdateResourceShare, { ResourceShareId: id, ResourceShareName: "life.2" });
    const found = await client.all(
      sharing.ListResourceShares,
      { ResourceOwner: "Self", Tag: [{ Key: "a b", Value: "é/+" }] },
      (page) => page.ResourceShares,
    );
    expect(found).toMatchObject([{ ResourceShareId: id, ResourceShareName: "life.2" }]);
    await client.call(sharing.DeleteResourceShare, { ResourceShareId: id });
    const gone = await client.call(sharing.ListResourceShares, {
      ResourceOwner: "Self",
      ResourceShareIds: [id],
      ResourceShareStatus: "Active",
    });
    expect(gone.ResourceShares ?? []).toEqual([]);
    expect(simulator.invariants()).toEqual([]);
  });

  it("reads all pages", async () => {
    const { client } = await start(over);
    for (let number = 0; number < 7; number += 1) await client.call(sharing.CreateResourceShare, { ResourceShareName: `page-${number}` });
    const names = await client.all(sharing.ListResourceShares, { ResourceOwner: "Self", MaxResults: 2 }, (page) =>
      page.ResourceShares?.map((share) => share.ResourceShareName),
    );
    expect(names.filter((name) => name?.startsWith("page-"))).toHaveLength(7);
  });

  it("is never throttled, whatever the number of concurrent calls", async () => {
    const { client, simulator } = await start(over);
    simulator.forgetCalls();
    const names = Array.from({ length: 25 }, (_, index) => `n-${index}`);
    await Promise.all(names.map((name) => client.call(sharing.CreateResourceShare, { ResourceShareName: name })));
    expect(simulator.calls.filter(({ operation }) => operation === "CreateResourceShare")).toHaveLength(25);
    expect(simulator.calls.filter(({ code }) => code?.startsWith("Throttling"))).toEqual([]);
  });

  it.each<[Fault]>([
    [{ kind: "dropped" }],
    [{ kind: "lost" }],
    [{ kind: "garbage" }],
    [{ kind: "hang" }],
    [{ kind: "truncated" }],
    [{ kind: "contentType" }],
    [{ kind: "throttled", retryAfterMs: 50 }],
    [{ kind: "error", status: 500, code: "InternalError" }],
    [{ kind: "error", status: 503, code: "ServiceUnavailable" }],
    [{ kind: "error", status: 409, code: "ConcurrentExecutionError" }],
    [{ kind: "latency", ms: 100 }],
  ])("retries a read after one %o", async (fault) => {
    const { client, simulator } = await start(over, patience(fault));
    simulator.faults.add({ operation: "ListResourceShares", fault });
    await expect(client.call(sharing.ListResourceShares, { ResourceOwner: "Self" })).resolves.toBeDefined();
  });

  it.each<[Fault, new (...parts: never[]) => Error]>([
    [{ kind: "dropped" }, TransportError],
    [{ kind: "lost" }, TransportError],
    [{ kind: "hang", executed: true }, TransportError],
    [{ kind: "truncated" }, TransportError],
    [{ kind: "garbage" }, ProtocolError],
    [{ kind: "contentType" }, ProtocolError],
    [{ kind: "error", status: 500, code: "InternalError", executed: true }, ApiError],
  ])("never creates twice after %o", async (fault, kind) => {
    const { client, simulator } = await start(over, patience(fault));
    simulator.faults.add({ operation: "CreateResourceShare", fault });
    simulator.forgetCalls();
    expect(await rejection(client.call(sharing.CreateResourceShare, { ResourceShareName: "once" }))).toBeInstanceOf(kind);
    expect(simulator.calls.filter(({ operation }) => operation === "CreateResourceShare")).toHaveLength(1);
  });

  it("returns the caller identity", async () => {
    const { client } = await start(over);
    expect(await client.callerAccount()).toBe(demo.owner);
  });

  it("reports a wrong key without the string that was signed", async () => {
    const { client } = await start(over, { accessKeySecret: "canary-secret" });
    const error = await rejection(client.call(sharing.ListResourceShares, { ResourceOwner: "Self" }));
    expect(String(error)).toMatch(/SignatureDoesNotMatch: the access key secret does not belong to the access key id/);
    expect(String(error)).not.toMatch(/canary|ACS3/);
  });
});

describe("the client and the service in real time", () => {
  it("reports by how much the machine's clock differs", async () => {
    const { simulator, url } = await start("over HTTP");
    const skewed = { ...systemClock, wallTime: () => Date.now() - 20 * 60_000 };
    const clients = createClients(readConfiguration({ ...simulator.keys[0], endpoint: url, accounts: {} }, {}), {
      transport: http.transport,
      clock: skewed,
    });
    const error = await rejection(clients.client().call(sharing.ListResourceShares, { ResourceOwner: "Self" }));
    expect(String(error)).toMatch(/InvalidTimeStamp.*the machine's clock is about 20 minutes behind the service's/);
  });

  it("makes calls in a role of another account", async () => {
    const role = { roleArn: `acs:ram::${demo.member}:role/resource-sharing`, accountId: demo.member };
    const { clients } = await start("over HTTP", { accounts: { assumed: role } });
    expect(await clients.client("assumed").callerAccount()).toBe(demo.member);
    await expect(clients.client("assumed").call(sharing.ListResourceShares, { ResourceOwner: "Self" })).resolves.toBeDefined();
  });
});
