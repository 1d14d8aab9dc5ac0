import type { Client } from "../../provider/client/client.ts";
import { createClients } from "../../provider/client/clients.ts";
import { type Configuration, readConfiguration } from "../../provider/client/configuration.ts";
import { storedConfiguration } from "./pulumi.ts";

/** The configuration of a command: the environment, and with a folder also what the Pulumi project there has stored. */
export async function configurationOf(folder: string | undefined): Promise<Configuration> {
  const stored = folder === undefined ? {} : await storedConfiguration(folder);
  const values = Object.entries(stored).map(([key, { value }]) => [key, value] as const);
  // A bare key is the project's own and not this package's.
  return readConfiguration(Object.fromEntries(values.filter(([key]) => key.startsWith("resourceshare:"))), process.env);
}

/** The client of a named account, or of the default one. */
export async function clientOf({ account, config }: { readonly account?: string; readonly config?: string }): Promise<Client> {
  return createClients(await configurationOf(config)).client(account);
}
