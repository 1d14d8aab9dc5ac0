import { Writes } from "../../provider/client/writes.ts";
import { createClient } from "../../provider/client/create-client.ts";
import { createDeviceClient } from "../../provider/client/device/device-client.ts";
import type { CredentialsSource, PipelineDependencies } from "../../provider/client/pipeline/call.ts";
import { rateLimiters } from "../../provider/client/limits/rate-limiter.ts";
import { type Clock, VirtualClock } from "../../provider/kernel/clock.ts";
import type { Log } from "../../provider/kernel/log.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import { Claims } from "../../provider/lifecycle/claims.ts";
import { Ownership } from "../../provider/lifecycle/ownership.ts";
import { createDriver } from "../../provider/lifecycle/create-driver.ts";
import type { Driver } from "../../provider/lifecycle/driver.ts";
import type { Host } from "../../provider/lifecycle/host.ts";
import { resources } from "../../provider/resources/index.ts";
import { deviceDemo } from "../../simulator/device/demo.ts";
import { createSimulator, type SimulatorOptions } from "../../simulator/simulator.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { isReadOperation } from "./is-read-operation.ts";
import { clientDefaults } from "./client-defaults.ts";

export type Token = "ResourceShare" | "ShareAssociation" | "SharePermission" | "ShareTags" | "InvitationAcceptor" | "DirectorySharing";
/** Every kind of resource: those of the sharing API, and device actions. */
export type Kind = Token | "DeviceAction";

/** The host of a provider run: its accounts, clock and transport. */
export interface Runner {
  /** The account of the default credentials; the world's first when absent. */
  readonly accountId?: string;
  /** Named accounts, by their ids. */
  readonly accounts?: Readonly<Record<string, string>>;
  readonly region?: string;
  readonly transport?: Transport;
  /** The provider's clock; the service's when absent. */
  readonly clock?: Clock;
  /** The signing keys of an account; its keys in the world when absent. */
  readonly credentials?: (accountId: string) => CredentialsSource;
  /** Where the configuration comes from. */
  readonly sources?: PipelineDependencies["sources"];
  readonly trace?: boolean;
  /** The timeout of each operation; the harness's when absent. */
  readonly timeoutMs?: number | undefined;
  readonly assertEngineAlive?: () => Promise<void>;
  readonly cancellation?: AbortSignal;
}

/** One run of the provider, as for one operation of the engine: with its own clients, limits and claims. */
export interface Run {
  /** Returns a driver whose deletes are those of a destroy, also of an object that this run has created: the engine does both in two processes. */
  driver(token: Kind): Driver;
  /** Returns a driver as a provider process has it: a delete after a creation is of the replaced object. */
  driverOfProcess(token: Kind): Driver;
  readonly host: Host;
  readonly logs: { readonly level: string; readonly message: string }[];
  /** The warnings so far. */
  warnings(): string[];
}

export type Settings = Omit<SimulatorOptions, "clock" | "random"> & { readonly seed?: number; readonly timeoutMs?: number };

/** A simulated service on a virtual clock, and runs of the provider against it, all in this process. */
export function createHarness({ seed = 1, timeoutMs = 600_000, ...options }: Settings = {}, clock = new VirtualClock()) {
  const simulator = createSimulator({ random: seededRandom(seed), ...options, clock });
  const credentialsOf = (accountId: string) => {
    const key = simulator.keys.find((candidate) => candidate.accountId === accountId);
    if (!key) throw new Error(`the world has no key for ${accountId}`);
    return () => Promise.resolve({ accessKeyId: key.accessKeyId, accessKeySecret: new Secret(key.accessKeySecret) });
  };
  const owner = simulator.keys[0]?.accountId ?? "";
  let clientCount = 1;

  const run = (runner: Runner = {}): Run => {
    const { credentials = credentialsOf } = runner;
    const time = runner.clock ?? clock;
    const logs: { level: string; message: string }[] = [];
    const record = (level: string) => (message: string) => void logs.push({ level, message });
    const log: Log = { debug: record("debug"), info: record("info"), warn: record("warn"), status: record("status") };
    const clients = new Map<string, ReturnType<typeof createClient>>();
    const writes = new Writes(time);
    const host: Host = {
      client: async (account, region = runner.region ?? "cn-hangzhou") => {
        const accountId = account === undefined ? (runner.accountId ?? owner) : (runner.accounts?.[account] ?? account);
        const known = clients.get(`${accountId} ${region}`);
        if (known) return known;
        const client = createClient(
          clientDefaults({
            account,
            region,
            sources: runner.sources,
            credentials: credentials(accountId),
            transport: runner.transport ?? simulator.transport,
            clock: time,
            // Each client has its own random numbers, because a nonce is valid once.
            random: seededRandom(seed + (clientCount += 1)),
            log,
            writes,
            limits: rateLimiters(time, seededRandom(seed + 1)),
            assertEngineAlive: runner.assertEngineAlive,
          }),
        );
        clients.set(`${accountId} ${region}`, client);
        return client;
      },
      device: async (account) => {
        const { callerAccount, region } = await host.client(account, undefined);
        const accountId = account === undefined ? (runner.accountId ?? owner) : (runner.accounts?.[account] ?? account);
        return createDeviceClient(
          clientDefaults({
            ...{ account, region, callerAccount, clock: time, log, random: seededRandom(seed + (clientCount += 1)) },
            assertEngineAlive: runner.assertEngineAlive,
            endpoint: "http://127.0.0.1:1",
            credentials: credentials(accountId),
            transport: runner.transport ?? simulator.transport,
            grant: { accessToken: new Secret(deviceDemo.accessToken), refreshToken: new Secret(deviceDemo.refreshToken) },
          }),
        );
      },
      clock: time,
      startedAt: time.now(),
      log,
      warnOnce: (message) => log.warn(message),
      claims: new Claims(),
      ownership: new Ownership(),
      timeoutMs: async () => runner.timeoutMs ?? timeoutMs,
      usesCreateTag: async () => runner.trace ?? true,
      ...(runner.cancellation && { cancellation: runner.cancellation }),
    };
    const driverOfProcess = (token: Kind) => {
      const resource = resources.find((candidate) => candidate.token === token);
      if (!resource) throw new Error(`no resource ${token}`);
      return createDriver(resource, host);
    };
    const destroying = (driver: Driver): Driver => ({
      ...driver,
      delete: (id, state, context) => {
        host.ownership.recordEnded(context.urn, []);
        return driver.delete(id, state, context);
      },
    });
    return {
      host,
      logs,
      warnings: () => logs.filter(({ level }) => level === "warn").map(({ message }) => message),
      driver: (token) => destroying(driverOfProcess(token)),
      driverOfProcess,
    };
  };

  /** The operations that were called since the `from`-th call, in order. */
  const calls = (from = 0): string[] => simulator.calls.slice(from).map((call) => call.operation);
  /** The writes among them. */
  const writes = (from = 0): string[] => calls(from).filter((operation) => !isReadOperation(operation));
  /** The ids of the shares that are not deleted. */
  const shares = (): string[] =>
    [...simulator.world.shares.values()].filter(({ status }) => status === "Active" || status === "Pending").map(({ id }) => id);
  return { clock, simulator, owner, run, calls, writes, shares };
}
