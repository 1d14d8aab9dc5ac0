import type { Client } from "../../provider/client/client.ts";
import { createClients } from "../../provider/client/client-registry.ts";
import { type Configuration, readConfiguration } from "../../provider/client/config/configuration.ts";
import { unknownKeys } from "../../provider/host/unknown-keys.ts";
import { nonEmptyText } from "../../access/untyped-values.ts";
import { flag, single, type Terminal, UsageError } from "../command.ts";
import { readWith } from "./input-files.ts";
import { assertProject, storedConfiguration, type StoredValue } from "./pulumi.ts";

/** The sources of a command's configuration besides the environment. */
export interface ConfigurationSource {
  /** The folder of a Pulumi project whose stored configuration applies. */
  readonly folder?: string | undefined;
  /** Whether the command may send credentials of the environment to endpoints that the project stores. */
  readonly trustsEndpoints: boolean;
  /** Prints what is suspicious in the configuration. */
  readonly warn?: (message: string) => void;
}

const trustHelp = "calls endpoints that the project has stored, wherever they are, with the credentials of the environment";

/** The option `--trust-endpoints`, beside another one that names the project. */
export const trustOption = (beside: string) => ({ "trust-endpoints": flag(`with ${beside}, ${trustHelp}`) }) as const;

/** The options for the stored configuration of a project. */
export const configOptions = {
  config: single("<dir>", "a Pulumi project whose stored configuration counts beside the environment"),
  ...trustOption("--config"),
};

/**
 * The configuration sources that a command's options select.
 *
 * @param option The option that names the project.
 * @throws UsageError when the folder is none of a project.
 */
export function sourceOf<Name extends "config" | "stack">(
  options: { readonly [Option in Name]?: string | undefined } & { readonly "trust-endpoints"?: boolean | undefined },
  option: Name,
  terminal: Terminal,
): ConfigurationSource {
  const folder = options[option];
  if (folder !== undefined) assertProject(option, folder);
  else if (options["trust-endpoints"] === true) throw new UsageError(`--trust-endpoints goes with --${option}`);
  return { folder, trustsEndpoints: options["trust-endpoints"] === true, warn: (message) => terminal.err(`warning: ${message}`) };
}

/**
 * Reads the configuration of a command.
 *
 * @throws InputError that names `--trust-endpoints` when the project's endpoints would receive other credentials.
 */
export async function configurationOf({ folder, trustsEndpoints, warn }: ConfigurationSource): Promise<Configuration> {
  const stored = await storedSettings(folder);
  for (const warning of unknownKeys(stored, process.env)) warn?.(warning);
  return readConfiguration(valuesOf(stored), process.env, { trustsEndpoints });
}

/** The values that a project stores, by their full keys; none without a folder. */
export async function storedSettings(folder: string | undefined): Promise<Readonly<Record<string, StoredValue>>> {
  return folder === undefined ? {} : storedConfiguration(folder);
}

/** Stored values without the mark of secrets. */
export function valuesOf(stored: Readonly<Record<string, StoredValue>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(stored).map(([key, { value }]) => [key, value]));
}

/** The account and the region that a command asks, where its options name them: an empty text names none. */
interface Place {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** Returns the client of a named account in a region; of the default account, and in the account's own region, where none is named. */
export async function clientOf({ account, region }: Place, source: ConfigurationSource): Promise<Client> {
  const clients = createClients(await configurationOf(source), { regionSource: "--region" });
  const named = nonEmptyText(account);
  const open = () => clients.client(named, nonEmptyText(region));
  return named === undefined ? open() : readWith("--account", open);
}

/** Returns the account and the region, and what supplied the region, for messages. */
export async function placeOf(client: Client): Promise<{ readonly place: string; readonly from: string }> {
  const account = (await client.callerAccount().catch(() => undefined)) ?? client.account ?? "the default credentials";
  const source = client.sources?.region;
  const words = source === "the default region" ? "the default" : `from ${source}`;
  const from = source === undefined ? "" : ` (${words})`;
  return { place: `account ${account} in region ${client.region}`, from };
}
