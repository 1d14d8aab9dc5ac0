import { OAuth2TokenEndpoint } from "../../api/device/tokens.ts";
import type { Client, ClientOptions } from "../client.ts";
import { checkedEndpoint } from "../config/endpoint.ts";
import { accountGuard } from "../credentials/caller-identity.ts";
import { AccountLimits } from "../limits/account-limits.ts";
import { devicePipeline, pipeline } from "../pipeline/pipeline.ts";
import { redirectUriHint } from "../errors/redirect.ts";
import { type Grant, openSession, type Session } from "./token-session.ts";

/** The user, device and content API for one user of one account's application: everything that is called there passes here. */
export interface DeviceClient extends Pick<Client, "account" | "call" | "callerAccount"> {
  /** The tokens that calls bear. */
  readonly session: Session;
  /** The same for what another user has granted. */
  readonly with: (grant: Grant) => DeviceClient;
}

/** What a client of the user, device and content API is made of. */
export interface DeviceClientOptions extends Omit<ClientOptions, "endpoint" | "stsEndpoint" | "callerAccount"> {
  /** `https://host[:port]`, or `http://` to a loopback address. */
  readonly endpoint: string;
  /** Gives the account that the credentials belong to. */
  readonly callerAccount: Client["callerAccount"];
  /** What the user has granted; nothing when absent, and then only calls about tokens work. */
  readonly grant?: Grant | undefined;
}

/** Makes a client of the user, device and content API. Throws an InputError that names `deviceEndpoint` when it cannot be used. */
export function createDeviceClient(parts: DeviceClientOptions): DeviceClient {
  const { account, clock, log, random, callerAccount, grant = {} } = parts;
  const own = {
    account,
    region: parts.region,
    endpoint: checkedEndpoint("deviceEndpoint", parts.endpoint),
    credentials: parts.credentials,
    transport: parts.transport,
    clock,
    random,
    log,
    maxAttempts: parts.maxAttempts ?? 5,
    requestTimeoutMs: parts.requestTimeoutMs ?? 30_000,
    limits: parts.limits ?? new AccountLimits(clock, random),
    assertEngineAlive: parts.assertEngineAlive,
    guard: accountGuard(parts.accountId, account, callerAccount),
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
      return send({ operation, request, signal: options?.signal });
    },
    with: (other) => createDeviceClient({ ...parts, limits: own.limits, grant: other }),
  };
}
