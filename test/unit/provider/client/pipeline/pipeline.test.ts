import { afterAll, describe, expect, it } from "vitest";
import { sharing } from "../../../../../provider/api/operations.ts";
import { createClients } from "../../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { createHttpTransport } from "../../../../../provider/client/undici.ts";
import { ApiError, ProtocolError, TransportError } from "../../../../../provider/kernel/errors.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Fault } from "../../../../../simulator/gateway/faults.ts";
import { serve } from "../../../../../simulator/http.ts";
import { createSimulator } from "../../../../../simulator/simulator.ts";
import { rejection } from "../fixture.ts";

const http = createHttpTransport({});
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A simulated service over HTTP, and the clients of its accounts. */
async function start(configuration: Record<string, unknown> = {}) {
  const simulator = createSimulator();
  const { url, close } = await serve(simulator);
  closing.push(close);
  const key = ({ accessKeyId, accessKeySecret }: (typeof simulator.keys)[number]) => ({ accessKeyId, accessKeySecret });
  const accounts = Object.fromEntries(simulator.keys.map((named) => [named.accountId, key(named)]));
  const values = { ...accounts[demo.owner], endpoint: url, stsEndpoint: url, ...configuration };
  const clients = createClients(readConfiguration(values, {}), { transport: http });
  return { simulator, url, clients, client: clients.client() };
}

/** A short timeout for calls that hang, and a long one for all others, because the machine may be busy. */
const patience = (fault: Fault) => (fault.kind === "hang" ? { requestTimeoutSeconds: 0.5 } : {});

describe("the client and the service over HTTP", () => {
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
    const { client, simulator } = await start(patience(fault));
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
    const { client, simulator } = await start(patience(fault));
    simulator.faults.add({ operation: "CreateResourceShare", fault });
    simulator.forgetCalls();
    expect(await rejection(client.call(sharing.CreateResourceShare, { ResourceShareName: "once" }))).toBeInstanceOf(kind);
    expect(simulator.calls.filter(({ operation }) => operation === "CreateResourceShare")).toHaveLength(1);
  });

  it("makes calls in a role of another account", async () => {
    const role = { roleArn: `acs:ram::${demo.member}:role/resource-sharing`, accountId: demo.member };
    const { clients } = await start({ accounts: { assumed: role } });
    expect(await clients.client("assumed").callerAccount()).toBe(demo.member);
    await expect(clients.client("assumed").call(sharing.ListResourceShares, { ResourceOwner: "Self" })).resolves.toBeDefined();
  });
});
