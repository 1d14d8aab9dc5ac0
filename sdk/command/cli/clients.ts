import type { Client } from "../../../provider/client/client.ts";
import { createClients } from "../../../provider/client/client-registry.ts";
import { type Configuration, readConfiguration } from "../../../provider/client/config/configuration.ts";
import { untrustedEndpoints } from "../../../provider/client/config/endpoint-trust.ts";
import { type Failure, InputError } from "../../../provider/kernel/errors.ts";
import { storedConfiguration } from "./pulumi.ts";

/** Where a command's configuration comes from beside the environment. */
export interface ConfigurationSource {
  /** A Pulumi project whose stored configuration counts. */
  readonly folder?: string | undefined;
  /** Whether its endpoints may be called with credentials that it does not store itself. */
  readonly trustsEndpoints: boolean;
}

/** The line of a command's help about the option that sets `trustsEndpoints`. */
export const trustHelp = "calls endpoints that the project has stored, wherever they are, with the credentials of the environment";

/** The configuration of a command. Throws an InputError that names `--trust-endpoints` when the project would have credentials sent elsewhere. */
export async function configurationOf({ folder, trustsEndpoints }: ConfigurationSource): Promise<Configuration> {
  const stored = folder === undefined ? {} : await storedConfiguration(folder);
  const values = Object.entries(stored).map(([key, { value }]) => [key, value] as const);
  // A bare key is the project's own and not this package's.
  const configuration = readConfiguration(Object.fromEntries(values.filter(([key]) => key.startsWith("resourceshare:"))), process.env);
  const refused = refusedEndpoints(configuration, trustsEndpoints);
  if (refused.length > 0) throw new InputError(refused);
  return configuration;
}

/** The endpoints that a command refuses to call, and the way out. */
export function refusedEndpoints(configuration: Configuration, trustsEndpoints: boolean): Failure[] {
  if (trustsEndpoints) return [];
  return untrustedEndpoints(configuration, process.env).map(({ property, reason }) => ({
    property,
    reason: `${reason}. If that is intended, add --trust-endpoints; otherwise correct what the project has stored`,
  }));
}

/** The client of a named account, or of the default one. */
export async function clientOf(account: string | undefined, source: ConfigurationSource): Promise<Client> {
  return createClients(await configurationOf(source)).client(account);
}
