import { OAuth2TokenEndpoint } from "../../api/device/tokens.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ApiError, InputError } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log.ts";
import { Secret } from "../../kernel/secret.ts";
import type { RequestOf, ResponseOf } from "../../wire/operation.ts";
import { unlessAborted } from "../pipeline/abort.ts";
import type { CallHandler } from "../pipeline/call.ts";
import { withoutDeadline } from "../pipeline/deadline.ts";

/** How long before its end an access token is renewed, in milliseconds; a tenth of its life when that is less. */
const marginMs = 60_000;

/** What a user has granted: tokens, or the code that gives them. */
export type Grant =
  | { readonly accessToken?: Secret | undefined; readonly refreshToken?: Secret | undefined; readonly expiresIn?: number | undefined }
  /** A code serves once; `redirectUri` is exactly the one of the authorization request. */
  | { readonly code: Secret; readonly redirectUri: string };

/** A user's tokens as they are now. */
export interface Tokens {
  readonly accessToken: Secret;
  /** Absent when there is none: then nothing can be renewed. */
  readonly refreshToken: Secret | undefined;
  /** When the access token ends, in milliseconds since 1970; Infinity when nobody said. */
  readonly expiresAt: number;
  /** The scopes, separated by spaces. */
  readonly scope: string | undefined;
}

/** The tokens of one user for one application. */
export interface Session {
  /** Whether the next call exchanges a code, which can be done once. */
  readonly wantsExchange: boolean;
  /** The tokens as they are now, obtained or renewed when they have to be. */
  current(signal?: AbortSignal): Promise<Tokens>;
  /** Other tokens than the `stale` one, which the service has not accepted. Rejects with `because` when there is no way to any. */
  renew(stale: Secret, because: ApiError, signal?: AbortSignal): Promise<Tokens>;
  /** Hears of every new pair of tokens. Gives the way to hear no more of them. */
  onChange(listener: (tokens: Tokens) => void): () => void;
}

/** What a session needs: calls that are signed with the application's key, and time. */
export interface SessionDependencies {
  readonly send: CallHandler;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Opens a session; nothing is called before tokens are needed. However many calls need new tokens at once, they are asked for once. A refusal is
 * final and remembered; so is every failure of a code, which serves once.
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
      const answer = await withoutDeadline(() => send({ operation: OAuth2TokenEndpoint, request, signal: undefined }));
      held = received(answer, refreshToken, begun);
      refreshToken = held.refreshToken;
      log.debug(once === undefined ? "the user's access token was renewed" : "the code was exchanged for tokens");
    } catch (error) {
      if (once !== undefined || isFinal(error)) ended = error;
      throw error;
    } finally {
      code = undefined;
      renewing = undefined;
    }
    for (const hear of listeners) hear(held);
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

/** Tokens, and what is known of their use here. */
interface Held extends Tokens {
  readonly renewAt: number;
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

/** Until when a token serves, and when to get the next one; for ever when nobody said. */
function life(seconds: number | undefined, now: number): Pick<Held, "expiresAt" | "renewAt"> {
  const ms = seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, seconds) * 1000;
  return { expiresAt: now + ms, renewAt: now + ms - Math.min(marginMs, ms / 10) };
}

/** Whether asking again with the same token can only fail again; what concerns the application's key may be mended meanwhile. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.transient) return false;
  return !/^(Signature|IncompleteSignature|InvalidTimeStamp|InvalidAccessKeyId|InvalidSecurityToken|InvalidAction)/.test(error.code);
}

function nothingGranted(): InputError {
  const where = "set deviceRefreshToken or deviceAccessToken in the configuration resourceshare, or give a session";
  return InputError.of("session", `there are no tokens of a user: ${where}`);
}

function nothingLeft(): InputError {
  return InputError.of(
    "session",
    "the access token has expired or is revoked, and there is no refresh token beside it to get the next one",
  );
}
