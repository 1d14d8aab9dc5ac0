import type { Client } from "../../provider/client/client.ts";
import { createClients } from "../../provider/client/client-registry.ts";
import { type Configuration, readConfiguration } from "../../provider/client/config/configuration.ts";
import { unknownKeys } from "../../provider/client/config/unknown-keys.ts";
import { storedConfiguration } from "./pulumi.ts";

/** The sources of a command's configuration besides the environment. */
export interface ConfigurationSource {
  /** The folder of a Pulumi project whose stored configuration applies. */
  readonly folder?: string | undefined;
  /** Whether the command may send credentials of the environment to endpoints that the project stores. */
  readonly trustsEndpoints: boolean;
  /** Prints what is suspicious in the configuration. */
  readonly warn?: (message: string) => void;
}

/** The help text of the option `--trust-endpoints`. */
export const trustHelp = "calls endpoints that the project has stored, wherever they are, with the credentials of the environment";

/**
 * Reads the configuration of a command.
 *
 * @throws InputError that names `--trust-endpoints` when the project's endpoints would receive other credentials.
 */
export async function configurationOf({ folder, trustsEndpoints, warn }: ConfigurationSource): Promise<Configuration> {
  const stored = folder === undefined ? {} : await storedConfiguration(folder);
  for (const warning of unknownKeys(stored, process.env)) warn?.(warning);
  const values = Object.entries(stored).map(([key, { value }]) => [key, value] as const);
  // A key without a namespace belongs to the project, not to this package.
  return readConfiguration(Object.fromEntries(values.filter(([key]) => key.startsWith("resourceshare:"))), process.env, {
    trustsEndpoints,
  });
}

/** Returns the client of a named account, or of the default account. */
export async function clientOf(account: string | undefined, source: ConfigurationSource): Promise<Client> {
  return createClients(await configurationOf(source)).client(account);
}
