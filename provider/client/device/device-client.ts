import { OAuth2TokenEndpoint } from "../../api/device/tokens.ts";
import type { Client } from "../client.ts";
import type { ClientOptions } from "../create-client.ts";
import { checkedEndpoint } from "../config/endpoint.ts";
import { accountGuard } from "../credentials/caller-identity.ts";
import { AccountLimits } from "../limits/account-limits.ts";
import { devicePipeline, pipeline } from "../pipeline/pipeline.ts";
import { redirectUriHint } from "./redirect-uri-hint.ts";
import { type Grant, openSession, type Session } from "./token-session.ts";

/** The client of the user, device and content API, for one user of one account's application. */
export interface DeviceClient extends Pick<Client, "account" | "call" | "callerAccount"> {
  /** The session that supplies the access token of each call. */
  readonly session: Session;
  /** Creates a client for another user's tokens; it shares the limits. */
  readonly with: (grant: Grant) => DeviceClient;
}

/** The configuration and dependencies of one client of the user, device and content API. */
export interface DeviceClientOptions extends Omit<ClientOptions, "endpoint" | "stsEndpoint" | "callerAccount"> {
  /** `https://host[:port]`, or `http://` to a loopback address. */
  readonly endpoint: string;
  /** Returns the account that the credentials belong to. */
  readonly callerAccount: Client["callerAccount"];
  /** The user's tokens or authorization code; without it, only calls that obtain or revoke tokens work. */
  readonly grant?: Grant | undefined;
}

/**
 * Creates a client of the user, device and content API. `createClients(…).device()` does so with the configuration.
 * @throws InputError that names `deviceEndpoint` when its value is invalid
 *
 * @example
 * ```ts
 * import { createClients, device, readConfiguration } from "pulumi-resourceshare/client";
 *
 * const client = createClients(readConfiguration({}, process.env)).device();
 * console.log(await client.call(device.GetUserBasicInfo, {}));
 * ```
 */
export function createDeviceClient(parts: DeviceClientOptions): DeviceClient {
  const { account, clock, log, random, callerAccount, grant = {} } = parts;
  const own = {
    account,
    region: parts.region,
    endpoint: checkedEndpoint("deviceEndpoint", parts.endpoint),
    credentials: parts.credentials,
    sources: parts.sources,
    transport: parts.transport,
    clock,
    random,
    log,
    maxAttempts: parts.maxAttempts ?? 5,
    requestTimeoutMs: parts.requestTimeoutMs ?? 30_000,
    limits: parts.limits ?? new AccountLimits(clock, random),
    assertEngineAlive: parts.assertEngineAlive,
    guard: accountGuard({ account, accountId: parts.accountId, sources: parts.sources }, callerAccount),
  };
  const session = openSession(grant, { send: pipeline(own), clock, log });
  const send = devicePipeline(own, session);
  const warnOf = ({ RedirectUri }: { readonly RedirectUri?: string | undefined }) => {
    const doubt = RedirectUri === undefined ? undefined : redirectUriHint(RedirectUri);
    if (doubt === undefined) return;
    log.warn(`the redirect URI must be exactly the one of the authorization request, character by character, but ${doubt}`);
  };
  if ("code" in grant) warnOf({ RedirectUri: grant.redirectUri });
  return {
    account,
    callerAccount,
    session,
    call: (operation, request, options) => {
      if (operation.name === OAuth2TokenEndpoint.name) warnOf(request);
      return send({ operation, request, ...options, signal: options?.signal });
    },
    with: (other) => createDeviceClient({ ...parts, limits: own.limits, grant: other }),
  };
}
