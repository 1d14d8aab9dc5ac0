import { OAuth2TokenEndpoint } from "../../api/device/tokens.ts";
import { isAbout } from "../../api/error-codes.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ApiError, InputError } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log.ts";
import { Secret } from "../../kernel/secret.ts";
import type { RequestOf } from "../../wire/operation.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { type ExpiringValue, RenewedValue } from "../credentials/renewed-value.ts";
import type { CallHandler } from "../pipeline/call.ts";
import { runDetached } from "../../kernel/operation-scope.ts";

/** How long before its expiration an access token is renewed, in milliseconds; a tenth of its lifetime when that is less. */
const marginMs = 60_000;

/** A user's tokens, or the authorization code to exchange for them. `expiresIn` is in seconds. */
export type Grant =
  | { readonly accessToken?: Secret | undefined; readonly refreshToken?: Secret | undefined; readonly expiresIn?: number | undefined }
  /** A code can be exchanged once; `redirectUri` must equal the one of the authorization request. */
  | { readonly code: Secret; readonly redirectUri: string };

/** The current tokens of a user. */
export interface Tokens {
  readonly accessToken: Secret;
  /** `undefined`: the access token cannot be renewed. */
  readonly refreshToken: Secret | undefined;
  /** When the access token expires, in milliseconds since 1970; Infinity when unknown. */
  readonly expiresAt: number;
  /** The scopes, separated by spaces. */
  readonly scope: string | undefined;
}

/** The token session of one user of one application. */
export interface Session {
  /** Whether the next call exchanges the authorization code, which can be done once. */
  readonly wantsExchange: boolean;
  /** The current tokens, obtained or renewed when necessary. */
  current(signal?: AbortSignal): Promise<Tokens>;
  /**
   * Replaces a rejected access token.
   * @param stale - the access token that the service rejected
   * @param because - the rejection, which is thrown when the session cannot renew the token
   */
  renew(stale: Secret, because: ApiError, signal?: AbortSignal): Promise<Tokens>;
  /**
   * Calls `listener` with every new pair of tokens.
   * @returns a function that removes the listener
   */
  onChange(listener: (tokens: Tokens) => void): () => void;
}

/**
 * Opens a session. It requests tokens only when a call needs them, and concurrent calls share one request.
 * A refusal of the token is final and cached; one about the application's credentials or the endpoint is not. Every failure of an
 * authorization code is final: it can be used once. Any failed renewal is ignored until the access token expires; one that is not final is
 * tried again after a pause.
 * `send` signs calls with the application's access key.
 */
export function openSession(grant: Grant, { send, clock, log }: { send: CallHandler; clock: Clock; log: Log }): Session {
  const listeners = new Set<(tokens: Tokens) => void>();
  let code = "code" in grant ? grant : undefined;
  let refreshToken = "code" in grant ? undefined : grant.refreshToken;
  let ended: unknown;

  const obtain = async (): Promise<ExpiringValue<Tokens>> => {
    if (ended !== undefined) return Promise.reject(ended);
    const once = code;
    if (once === undefined && refreshToken === undefined) throw noTokens(grant);
    const request: RequestOf<typeof OAuth2TokenEndpoint> =
      once === undefined
        ? { GrantType: "refresh_token", RefreshToken: refreshToken?.open() }
        : { GrantType: "authorization_code", Code: once.code.open(), RedirectUri: once.redirectUri };
    const begun = clock.wallTime();
    const answer = await runDetached(() => send({ operation: OAuth2TokenEndpoint, request, signal: undefined }))
      .catch((error: unknown) => {
        if (once !== undefined || isFinal(error)) ended = error;
        throw error;
      })
      .finally(() => (code = undefined));
    if (answer.RefreshToken !== undefined) refreshToken = new Secret(answer.RefreshToken);
    const next = { accessToken: new Secret(answer.AccessToken), refreshToken, scope: answer.Scope };
    const expiring = withExpiry(next, answer.ExpiresIn, begun);
    log.debug(once === undefined ? "the user's access token was renewed" : "the code was exchanged for tokens");
    for (const listener of listeners) listener(expiring.value);
    return expiring;
  };
  const tokens = new RenewedValue(clock, obtain, given(grant, clock.wallTime()));

  return {
    get wantsExchange() {
      return code !== undefined;
    },
    async current(signal) {
      signal?.throwIfAborted();
      return unlessAborted(tokens.current(), signal);
    },
    async renew(stale, because, signal) {
      if (tokens.latest?.accessToken.open() === stale.open()) tokens.discard();
      if (tokens.latest === undefined && code === undefined && refreshToken === undefined) throw because;
      return unlessAborted(tokens.current(), signal);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function given(grant: Grant, now: number): ExpiringValue<Tokens> | undefined {
  if ("code" in grant || grant.accessToken === undefined) return undefined;
  const { accessToken, refreshToken, expiresIn } = grant;
  return withExpiry({ accessToken, refreshToken, scope: undefined }, expiresIn, now);
}

/** Tokens with their expiration; never when their lifetime is unknown. Without a refresh token they cannot be renewed before it. */
function withExpiry(tokens: Omit<Tokens, "expiresAt">, seconds: number | undefined, now: number): ExpiringValue<Tokens> {
  const ms = seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, seconds) * 1000;
  const expiresAt = now + ms;
  const renewAt = tokens.refreshToken === undefined ? expiresAt : expiresAt - Math.min(marginMs, ms / 10);
  return { value: { ...tokens, expiresAt }, renewAt, expiresAt };
}

/** Whether another request with the same token is certain to fail. The application's access key and the endpoint may be corrected in the meantime. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && !error.transient && !isAbout(error, "credentials", "endpoint");
}

/** The error of a call for which there is no token, or no valid one. */
export function noTokens(grant: Grant): InputError {
  const wasGranted = "code" in grant || grant.accessToken !== undefined;
  return InputError.of(
    "deviceRefreshToken",
    wasGranted
      ? "the access token has expired or is revoked, and there is no refresh token beside it to get the next one; set it too"
      : "there are no tokens of a user: set RESOURCESHARE_DEVICE_REFRESH_TOKEN, or the secret key resourceshare:deviceRefreshToken",
  );
}
