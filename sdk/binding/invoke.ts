import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import type { Clients } from "../../provider/client/client-registry.ts";
import { type Log, printableLog } from "../../provider/kernel/log.ts";
import type { ProgramFunction } from "../../provider/functions/types.ts";
import { assertArguments, assertNoOutputs, checkedOptions, splitDependencies } from "./checked-options.ts";
import type { CallOptions, CallOutputOptions } from "./options.ts";
import { forProgram } from "./program-error.ts";

/**
 * Calls a function by name with known arguments.
 *
 * @returns The result; `undefined` for an action that a preview skips.
 */
export function invoke<Result>(name: string, args: object | undefined, given?: CallOptions | null): Promise<Result> {
  // The caller is generated from the function's schema, which declares the type of the result.
  return forProgram(name, called(name, args, given)) as Promise<Result>;
}

async function called(name: string, args: object | undefined, given: CallOptions | null | undefined): Promise<unknown> {
  const options = checkedOptions<CallOptions>(name, ["account", "region", "parent", "runOnPreview"], given);
  assertNoOutputs(name, args);
  const { functions } = await import("../../provider/functions/index.ts");
  const known = functionNamed(functions, name);
  assertArguments(known, { ...args });
  if (await isLeftOut(known, options)) return undefined;
  const { account, region } = options;
  const client = (await programClients()).client(account, region);
  return known.call(client, { ...args });
}

/** Whether a preview skips a function; logs that it does. */
export async function isLeftOut({ name, effect }: Pick<ProgramFunction, "name" | "effect">, options: CallOptions): Promise<boolean> {
  if (effect !== "action" || !pulumi.runtime.isDryRun() || options.runOnPreview === true) return false;
  await pulumi.log.info(`${name} would be called by an update; a preview calls no action`, options.parent);
  return true;
}

/** Calls a function whose arguments may be outputs. The result of a skipped action is unknown. */
export function invokeOutput<Result>(
  name: string,
  args: object | undefined,
  given: CallOutputOptions | null | undefined,
): pulumi.Output<Result> {
  const { ready, options } = splitDependencies(given);
  return callReady(args, ready, (known) => invoke<Result | undefined>(name, known, options));
}

/** Calls with arguments once they are known. A result of `undefined` becomes an unknown one. */
export function callReady<Result>(
  args: pulumi.Input<object | undefined>,
  ready: pulumi.Output<unknown>,
  call: (args: object | undefined) => Promise<Result | undefined>,
): pulumi.Output<Result> {
  // The cast is safe: Pulumi never passes an unknown value to a callback.
  return pulumi.all([args, ready]).apply(async ([known]) => (await call(known)) ?? pulumi.unknown) as pulumi.Output<Result>;
}

/** Forwards the log of clients to the Pulumi log of the program; progress is of interest only when debugging. */
const programLog: Log = printableLog({
  debug: (message) => void pulumi.log.debug(message),
  info: (message) => void pulumi.log.info(message),
  warn: (message) => void pulumi.log.warn(message),
  status: (message) => void pulumi.log.debug(message),
});

/** The most configurations that a process caches: a server may run any number of stacks, each with its own credentials. */
const mostConfigurations = 100;

/** The clients of each configuration, by its digest; the most recently used is last. */
const clientsOf = new Map<string, Promise<Clients>>();

/**
 * Returns the clients of the stack whose program calls this. Each inline program of a process has its own configuration, so every
 * call reads it again. Stacks with equal configurations share their clients, and with them the rate limiters.
 */
export function programClients(): Promise<Clients> {
  const values = pulumi.runtime.allConfig();
  const key = digest(values, process.env);
  const clients = clientsOf.get(key) ?? load(values);
  clientsOf.delete(key);
  clientsOf.set(key, clients);
  for (const oldest of clientsOf.keys()) {
    if (clientsOf.size <= mostConfigurations) break;
    clientsOf.delete(oldest);
  }
  return clients;
}

/** A digest of the whole client configuration: the configuration contains secrets and must not be a key. */
function digest(values: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): string {
  const own = Object.entries(values).filter(([name]) => name.startsWith("resourceshare:"));
  const variables = Object.entries(environment).filter(([name]) => /^(ALIBABA_CLOUD|RESOURCESHARE)_/.test(name));
  const sorted = [...own, ...variables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

async function load(values: Readonly<Record<string, unknown>>): Promise<Clients> {
  // A copy: the program may change the environment while the modules load.
  const environment = { ...process.env };
  const [{ createClients }, { readConfiguration }] = await Promise.all([
    import("../../provider/client/client-registry.ts"),
    import("../../provider/client/config/configuration.ts"),
  ]);
  return createClients(readConfiguration(values, environment, { trustsEndpoints: true }), { log: programLog });
}

/** Returns the function with a name. */
export function functionNamed<One extends { readonly name: string }>(functions: readonly One[], name: string): One {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the package has no function ${name}: its parts are of different versions`);
  return found;
}
