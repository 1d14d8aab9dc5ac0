import type { StoredAs } from "../client/config/configuration-sources.ts";
import { readConfiguration, withRegion, type Configuration } from "../client/config/configuration.ts";
import { unknownKeys } from "./unknown-keys.ts";
import { systemClock } from "../kernel/clock.ts";
import { digest } from "../kernel/ids.ts";
import { type Failure, InputError } from "../kernel/errors.ts";
import { stringOrUndefined } from "../kernel/json.ts";
import type { Log } from "../kernel/log.ts";
import { Claims } from "../lifecycle/claims.ts";
import { isUnknown } from "../lifecycle/diff.ts";
import { Ownership } from "../lifecycle/ownership.ts";
import type { NamedRegion } from "../lifecycle/account-region.ts";
import { createDriver } from "../lifecycle/create-driver.ts";
import type { Driver } from "../lifecycle/driver.ts";
import type { Host } from "../lifecycle/host.ts";
import type { Resource, Values } from "../lifecycle/resource.ts";
import { adviseOnRegion, checkOwner } from "../resources/association/entity-checks.ts";
import { backendAddress, DIY_ORGANIZATION, originOf } from "./backend-address.ts";
import { connectEngine, type Engine, type EnginePorts } from "./engine.ts";
import { CancelledError } from "./provider-errors.ts";
import { deviceTokenWarnings, endpointWarnings, placementWarnings } from "./placement-warnings.ts";

const watchMs = 2000;

/**
 * Returns the engine that has started this process, and ends the process soon after the engine has ended: no other process would end it.
 * Until then, `assertEngineAlive` rejects each write.
 */
export function watchedEngine(ports: EnginePorts): Engine {
  const engine = connectEngine(ports);
  setInterval(() => void engine.assertAlive().catch(() => process.exit(1)), watchMs).unref();
  return engine;
}

/** The dependencies of all resources of a provider process. */
export interface ProviderHost {
  /** Sets the configuration; only the first call counts. @param storedAs - what the values are, by default the configuration of a stack */
  configure(record: Values, storedAs?: StoredAs): void;
  /** Returns the driver of a resource; rejects when the configuration is wrong. */
  driver(resource: Resource): Promise<Driver>;
  /** Adds the backend of this process to the digest of the program. */
  stateOrigin(origin: string): string;
  /** Returns the region that arguments and the configuration name; `undefined` where an argument is not known yet. */
  configuredRegion(inputs: Values): Promise<NamedRegion | undefined>;
  /**
   * Returns failures: of a resource's account and region, of a target that is this account, and of resources of another account.
   * Warns where an operation in that account and region will probably fail.
   */
  checkPlacement(resource: Pick<Resource, "isAction">, inputs: Values, isNew: boolean, urn: string): Promise<readonly Failure[]>;
}

/** A provider host that also runs functions and can be cancelled. */
export interface ProcessHost extends ProviderHost, Pick<Host, "client" | "device"> {
  /** The configuration that has been set; until then, operations wait for it. */
  configuredWith(): Values | undefined;
  /** Returns the origin of this process's stack, as far as a process that runs no program knows it. */
  originOfProcess(): string;
  readonly log: Log;
  /** Ends every wait and every call that is not sent yet; the running operations keep what they have done. */
  cancel(): void;
}

/** Creates a provider host; the first configuration that it receives counts. */
export function host(engine: Engine): ProcessHost {
  const cancellation = new AbortController();
  let settle: (configuration: Promise<Configuration>) => void = () => undefined;
  const configuration = new Promise<Configuration>((resolve) => (settle = resolve));
  // Each operation reports a wrong configuration; without this handler Node would end the process.
  configuration.catch(() => undefined);
  let configured: Values | undefined;
  const warned = new Set<string>();
  const warnOnce = (message: string, urn?: string) => {
    const key = `${urn ?? ""} ${message}`;
    if (!warned.has(key)) engine.warn(message, { urn });
    warned.add(key);
  };
  const assertEngineAlive = async () => {
    cancellation.signal.throwIfAborted();
    await engine.assertAlive();
    // The user may have cancelled the update meanwhile.
    cancellation.signal.throwIfAborted();
  };
  const clients = once(async () => {
    // The HTTP modules are loaded on first use: check and diff make no calls.
    const { createClients } = await import("../client/client-registry.ts");
    return createClients(await configuration, { log: engine, assertEngineAlive });
  });
  const ofEndpoint = once(async () => endpointWarnings((await configuration).endpoint));
  const dependencies: Host = {
    client: async (account, region) => (await clients()).client(account, region),
    device: async (account) => (await clients()).device(account),
    clock: systemClock,
    startedAt: systemClock.now(),
    log: engine,
    warnOnce,
    claims: new Claims(),
    ownership: new Ownership(),
    timeoutMs: async () => (await configuration).timeoutMs,
    usesCreateTag: async () => (await configuration).trace,
    cancellation: cancellation.signal,
  };
  /** The account that arguments name, in their region. */
  const accountNamedBy = async (account: string | undefined, region: string | undefined) => {
    const { accounts, account: ofDefault } = await configuration;
    const named = account === undefined ? ofDefault : accounts.get(account);
    return named && withRegion(named, region);
  };
  let backend: string | undefined;
  // The engine starts this process with its own environment, which an inline program does not have.
  const ownBackend = () => (backend ??= backendAddress(process.cwd(), process.env));
  const stateOrigin = (origin: string) => digest(`${origin} ${ownBackend()}`);
  return {
    client: (account, region) => dependencies.client(account, region),
    device: (account) => dependencies.device(account),
    log: engine,
    cancel: () => cancellation.abort(new CancelledError()),
    stateOrigin,
    // A plugin knows the backend, and not the organisation. Where the backend is no Pulumi service, a Node program has the same origin.
    originOfProcess: () => stateOrigin(originOf(DIY_ORGANIZATION, ownBackend())),
    configuredWith: () => configured,
    configure: (record, storedAs) => {
      if (configured !== undefined) return;
      configured = record;
      for (const warning of unknownKeys(record, process.env, storedAs)) engine.warn(warning);
      settle(parsed(record, storedAs));
    },
    driver: async (resource) => {
      await configuration;
      return createDriver(resource, dependencies);
    },
    configuredRegion: async ({ account, region }) => {
      if (isUnknown(account) || isUnknown(region)) return undefined;
      const named = await accountNamedBy(stringOrUndefined(account), stringOrUndefined(region));
      return named && { regionId: named.region, source: named.sources.region };
    },
    checkPlacement: async ({ isAction = false }, { account, region, targets, resourceArns }, isNew, urn) => {
      // An empty name is a failure of its own.
      const named = [account, region].map((name) => stringOrUndefined(name) || undefined);
      try {
        if (named.some((name) => name !== undefined)) await dependencies.client(named[0], named[1]);
        const place = await accountNamedBy(named[0], named[1]);
        const elsewhere = place === undefined || isUnknown(region) ? [] : adviseOnRegion({ resourceArns }, place.region);
        const warnings = [
          ...(isAction && isNew ? deviceTokenWarnings(await configuration) : []),
          ...(place === undefined ? [] : placementWarnings(place, process.env)),
        ];
        for (const { property, reason } of elsewhere) warnOnce(`${property}: ${reason}`, urn);
        for (const warning of [...warnings, ...(await ofEndpoint())]) warnOnce(warning);
        return checkOwner({ targets, resourceArns }, isUnknown(account) ? undefined : place?.accountId);
      } catch (error) {
        if (error instanceof InputError) return error.failures;
        throw error;
      }
    },
  };
}

/** Returns a promise, so that each operation reports a wrong configuration instead of ending the process. */
async function parsed(record: Values, storedAs: StoredAs | undefined): Promise<Configuration> {
  // The program whose configuration this is runs here with the same credentials.
  return readConfiguration(record, process.env, { storedAs: storedAs ?? "stack", trustsEndpoints: true });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
