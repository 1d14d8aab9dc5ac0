import { OAuth2TokenEndpoint } from "../../api/device/tokens.ts";
import { isAbout } from "../../api/error-codes.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ApiError, InputError } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log.ts";
import { Secret } from "../../kernel/secret.ts";
import type { RequestOf, ResponseOf } from "../../wire/operation.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import type { CallHandler } from "../pipeline/call.ts";
import { runDetached } from "../../kernel/operation-scope.ts";

/** How long before its expiration an access token is renewed, in milliseconds; a tenth of its lifetime when that is less. */
const marginMs = 60_000;

/** The pause before the next attempt to renew a token that is still valid, in milliseconds. */
const renewalPauseMs = 15_000;

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

/** The dependencies of a session; `send` signs calls with the application's access key. */
export interface SessionDependencies {
  readonly send: CallHandler;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Opens a session. It requests tokens only when a call needs them, and concurrent calls share one request.
 * A refusal of the service is final and cached. So is every failure of an authorization code, which can be used once.
 * Another failed renewal is ignored until the access token expires, and tried again after a pause.
 */
export function openSession(grant: Grant, { send, clock, log }: SessionDependencies): Session {
  const listeners = new Set<(tokens: Tokens) => void>();
  let code = "code" in grant ? grant : undefined;
  let held = "code" in grant ? undefined : given(grant, clock.now());
  let refreshToken = "code" in grant ? undefined : grant.refreshToken;
  let renewing: Promise<Held> | undefined;
  let ended: unknown;

  const obtain = async (): Promise<Held> => {
    const once = code;
    const request: TokenRequest =
      once === undefined
        ? { GrantType: "refresh_token", RefreshToken: refreshToken?.open() }
        : { GrantType: "authorization_code", Code: once.code.open(), RedirectUri: once.redirectUri };
    const begun = clock.now();
    try {
      const answer = await runDetached(() => send({ operation: OAuth2TokenEndpoint, request, signal: undefined }));
      held = received(answer, refreshToken, begun);
      refreshToken = held.refreshToken;
      log.debug(once === undefined ? "the user's access token was renewed" : "the code was exchanged for tokens");
    } catch (error) {
      if (once !== undefined || isFinal(error)) ended = error;
      if (held !== undefined) held.renewAt = clock.now() + renewalPauseMs;
      throw error;
    } finally {
      code = undefined;
      renewing = undefined;
    }
    for (const listener of listeners) listener(held);
    return held;
  };

  const obtained = (signal: AbortSignal | undefined): Promise<Held> => {
    if (ended !== undefined) return Promise.reject(ended);
    if (code === undefined && refreshToken === undefined) return Promise.reject(held === undefined ? nothingGranted() : nothingLeft());
    return unlessAborted((renewing ??= obtain()), signal);
  };

  return {
    get wantsExchange() {
      return code !== undefined;
    },
    async current(signal) {
      signal?.throwIfAborted();
      const now = clock.now();
      if (held === undefined || held.isStale || now >= held.expiresAt) return obtained(signal);
      if (now < held.renewAt || refreshToken === undefined) return held;
      const stillGood = held;
      return obtained(signal).catch((error: unknown) => {
        if (signal?.aborted) throw error;
        return stillGood;
      });
    },
    async renew(stale, because, signal) {
      if (held !== undefined && held.accessToken.open() !== stale.open()) return held;
      if (held !== undefined) held.isStale = true;
      if (code === undefined && refreshToken === undefined) throw because;
      return obtained(signal);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type TokenRequest = RequestOf<typeof OAuth2TokenEndpoint>;

/** Tokens, and their renewal in this session. */
interface Held extends Tokens {
  /** When the next call tries to renew them, in milliseconds since 1970. */
  renewAt: number;
  /** Whether the service has refused the access token. */
  isStale: boolean;
}

function given(grant: Exclude<Grant, { code: unknown }>, now: number): Held | undefined {
  if (grant.accessToken === undefined) return undefined;
  return {
    accessToken: grant.accessToken,
    refreshToken: grant.refreshToken,
    scope: undefined,
    isStale: false,
    ...life(grant.expiresIn, now),
  };
}

function received(answer: ResponseOf<typeof OAuth2TokenEndpoint>, before: Secret | undefined, now: number): Held {
  const { AccessToken, RefreshToken, Scope, ExpiresIn } = answer;
  const refreshToken = RefreshToken === undefined ? before : new Secret(RefreshToken);
  return { accessToken: new Secret(AccessToken), refreshToken, scope: Scope, isStale: false, ...life(ExpiresIn, now) };
}

/** When a token expires and when to renew it; never when its lifetime is unknown. */
function life(seconds: number | undefined, now: number): Pick<Held, "expiresAt" | "renewAt"> {
  const ms = seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, seconds) * 1000;
  return { expiresAt: now + ms, renewAt: now + ms - Math.min(marginMs, ms / 10) };
}

/** Whether another request with the same token is certain to fail. The application's access key and the endpoint may be corrected in the meantime. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && !error.transient && !isAbout(error, "credentials", "endpoint");
}

function nothingGranted(): InputError {
  const where = "set deviceRefreshToken or deviceAccessToken in the configuration resourceshare, or pass a session";
  return InputError.of("session", `there are no tokens of a user: ${where}`);
}

function nothingLeft(): InputError {
  return InputError.of(
    "session",
    "the access token has expired or is revoked, and there is no refresh token beside it to get the next one",
  );
}
