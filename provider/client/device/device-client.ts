import type { Client } from "../client.ts";
import type { ClientOptions } from "../create-client.ts";
import { accountGuard } from "../credentials/caller-identity.ts";
import { devicePipeline, pipeline } from "../pipeline/pipeline.ts";
import { type Grant, openSession, type Session } from "./token-session.ts";

/** The client of the user, device and content API, for one user of one account's application. */
export interface DeviceClient extends Pick<Client, "account" | "call" | "callerAccount"> {
  /** The session that supplies the access token of each call. */
  readonly session: Session;
  /** Creates a client for another user's tokens; it shares the limits. */
  readonly with: (grant: Grant) => DeviceClient;
}

/** The configuration and dependencies of one client of the user, device and content API. */
export interface DeviceClientOptions extends Omit<ClientOptions, "endpoint" | "writes"> {
  /** `https://host[:port]`, or `http://` to a loopback address. */
  readonly endpoint: string;
  /** The user's tokens or authorization code; without it, only calls that obtain or revoke tokens work. */
  readonly grant?: Grant | undefined;
}

/** Creates a client of the user, device and content API. */
export function createDeviceClient(parts: DeviceClientOptions): DeviceClient {
  const { account, clock, log, callerAccount, grant = {} } = parts;
  const own = { ...parts, guard: accountGuard(parts, callerAccount) };
  const session = openSession(grant, { send: pipeline(own), clock, log });
  const send = devicePipeline(own, session);
  return {
    account,
    callerAccount,
    session,
    call: (operation, request, options) => send({ operation, request, ...options, signal: options?.signal }),
    with: (other) => createDeviceClient({ ...parts, grant: other }),
  };
}
