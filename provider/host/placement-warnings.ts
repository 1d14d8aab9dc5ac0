import { meantRegion } from "../api/catalogue.ts";
import { accountIdAdvice } from "../api/id-forms.ts";
import type { Environment } from "../client/config/configuration-sources.ts";
import type { AccountConfiguration, Configuration, CredentialsChoice } from "../client/config/configuration.ts";
import { isLoopback } from "../client/config/endpoint.ts";
import { areCredentialsMissing, credentialsAdvice } from "../client/credentials/missing-credentials.ts";
import { noTokens } from "../client/device/token-session.ts";
import { notRunningHint } from "../client/errors/connection-errors.ts";
import { refusesConnections } from "./refuses-connections.ts";

/** Returns why operations in an account and region will probably fail, as far as that shows without a call. */
export function placementWarnings(
  { name, accountId, region, credentials, sources }: AccountConfiguration,
  environment: Environment,
): string[] {
  const meant = meantRegion(region);
  const advice = accountId === undefined ? undefined : accountIdAdvice(accountId);
  const whose = name === undefined ? "" : ` for account "${name}"`;
  return [
    ...(meant === undefined
      ? []
      : [`region "${region}" (from ${sources.region}) is not a documented region, so calls will probably fail; did you mean ${meant}?`]),
    ...(advice === undefined ? [] : [`${sources.accountId}: ${advice}`]),
    ...(areCredentialsMissing(credentials, environment) ? [missingCredentials(credentials, whose, sources.credentials)] : []),
  ];
}

/** Returns why a device action will fail: there are no tokens of a user to run it with. */
export function deviceTokenWarnings({ deviceAccessToken, deviceRefreshToken }: Configuration): string[] {
  if ((deviceAccessToken ?? deviceRefreshToken) !== undefined) return [];
  return [`\`pulumi up\` will fail: ${noTokens({}).message}`];
}

/** Returns why calls of an endpoint on this machine will fail: no process listens there. It opens a connection, and makes no call. */
export async function endpointWarnings(endpoint: string | undefined): Promise<string[]> {
  if (endpoint === undefined) return [];
  const { hostname, host, port, protocol } = new URL(endpoint);
  if (!isLoopback(hostname) || !(await refusesConnections(port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host))) return [];
  return [`${endpoint} refuses connections, so that \`pulumi up\` will fail; ${notRunningHint}`];
}

function missingCredentials(choice: CredentialsChoice, whose: string, source: string): string {
  if (choice.kind === "role") return missingCredentials(choice.base, whose, source);
  if (choice.kind === "profile") {
    return `profile "${choice.profile}" is configured${whose} (from ${source}), but neither ~/.aliyun/config.json nor ~/.alibabacloud/credentials has it: check the name, or create it with \`aliyun configure --profile ${choice.profile}\``;
  }
  return `no credentials are configured${whose}: unless this machine has an instance role, \`pulumi up\` will fail; ${credentialsAdvice}`;
}
