import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import type { Clients } from "../provider/client/client-registry.ts";
import { withoutAbsentMembers } from "../provider/kernel/json.ts";
import { type Log, printableLog } from "../provider/kernel/log.ts";
import type { ProgramFunction } from "../provider/functions/types.ts";
import type { CallOptions } from "./options.ts";

/** Calls a function by name, once its arguments are known. An action that a preview leaves out resolves to `undefined`. */
export async function invoke(name: string, args: object | undefined, given?: CallOptions | null): Promise<unknown> {
  const options: CallOptions = withoutAbsentMembers(given ?? {});
  const { functions } = await import("../provider/functions/index.ts");
  const known = functionNamed(functions, name);
  if (await isLeftOut(known, options)) return undefined;
  const { account, region } = options;
  const client = (await programClients()).client(account, region);
  return known.call(client, { ...args });
}

/** Whether a preview leaves a function out, which it then says. */
export async function isLeftOut({ name, effect }: Pick<ProgramFunction, "name" | "effect">, options: CallOptions): Promise<boolean> {
  if (effect !== "action" || !pulumi.runtime.isDryRun() || options.runOnPreview === true) return false;
  await pulumi.log.info(`${name} would be called by an update; a preview calls no action`, options.parent);
  return true;
}

/** The same for arguments that may be outputs; what a preview leaves out is unknown. */
export function invokeOutput(name: string, args: object | undefined, options: CallOptions | undefined): pulumi.Output<unknown> {
  return pulumi.output(args).apply(async (known) => {
    const result = await invoke(name, known, options);
    return result === undefined ? pulumi.unknown : result;
  });
}

/** What clients say, said by the program that calls them, which Pulumi knows; progress is of interest to those who look for mistakes only. */
const programLog: Log = printableLog({
  debug: (message) => void pulumi.log.debug(message),
  info: (message) => void pulumi.log.info(message),
  warn: (message) => void pulumi.log.warn(message),
  status: (message) => void pulumi.log.debug(message),
});

/** How many configurations of one process are kept: a server may run any number of stacks, each with credentials of its own. */
const MOST_CONFIGURATIONS = 100;

/** The clients of each configuration, by its digest; the one that was used last stands at the end. */
const clientsOf = new Map<string, Promise<Clients>>();

/**
 * The clients of the stack whose program calls this. Pulumi gives each inline program of a process its own configuration, so it is
 * read again for every call. Stacks of equal configuration share their clients, and with them the limits of the service.
 */
export function programClients(): Promise<Clients> {
  const values = pulumi.runtime.allConfig();
  const key = digest(values, process.env);
  const clients = clientsOf.get(key) ?? load(values);
  clientsOf.delete(key);
  clientsOf.set(key, clients);
  for (const oldest of clientsOf.keys()) {
    if (clientsOf.size <= MOST_CONFIGURATIONS) break;
    clientsOf.delete(oldest);
  }
  return clients;
}

/** A digest of all that clients are configured with, as it holds secrets. */
function digest(values: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): string {
  const own = Object.entries(values).filter(([name]) => name.startsWith("resourceshare:"));
  const variables = Object.entries(environment).filter(([name]) => /^(ALIBABA_CLOUD|RESOURCESHARE)_/.test(name));
  const sorted = [...own, ...variables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

async function load(values: Readonly<Record<string, unknown>>): Promise<Clients> {
  // Not changed by what the program does to the environment while the modules load.
  const environment = { ...process.env };
  const [{ createClients }, { readConfiguration }] = await Promise.all([
    import("../provider/client/client-registry.ts"),
    import("../provider/client/config/configuration.ts"),
  ]);
  return createClients(readConfiguration(values, environment), { log: programLog });
}

/** The function of a name. */
export function functionNamed<One extends { readonly name: string }>(functions: readonly One[], name: string): One {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the package has no function ${name}: its parts are of different versions`);
  return found;
}
