import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Random } from "../../kernel/random.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Operation } from "../../wire/operation.ts";
import type { Transport } from "../../wire/transport.ts";
import type { AccountSources } from "../config/configuration.ts";
import type { RateLimiters } from "../limits/rate-limiter.ts";

/** One call of an operation. A layer may copy it to replace a field; below the retry layer, all attempts use the same object. */
export interface Call<Request extends object = object, Response extends object = object> {
  readonly operation: Operation<string, Request, Response>;
  readonly request: Request;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal: AbortSignal | undefined;
  /**
   * When the call must end, in the clock's milliseconds; a failure is not retried after it.
   * @defaultValue the deadline of the running operation, if there is one
   */
  readonly deadline?: number | undefined;
  /** Called with each attempt that is sent: the promise of its response. */
  readonly onAttempt?: ((attempt: Promise<object>) => void) | undefined;
  /** Whether the call is sent on its own instead of in a batch. */
  readonly isUnbatched?: boolean | undefined;
  /** The user's access token, for operations that require one. */
  readonly bearer?: Secret | undefined;
}

/** Executes a call. Each layer of the pipeline wraps the next handler and returns a handler. */
export type CallHandler = <Request extends object, Response extends object>(call: Call<Request, Response>) => Promise<Response>;

/** An access key; a temporary one has a security token. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly accessKeySecret: Secret;
  readonly securityToken?: Secret | undefined;
}

/** Returns valid credentials; called before each attempt, so that long operations sign with renewed ones. */
export type CredentialsSource = () => Promise<Credentials>;

/** The dependencies of the pipeline's layers, for one account in one region. */
export interface PipelineDependencies {
  /** The name of the account in the configuration; `undefined`: the default account. */
  readonly account?: string | undefined;
  /** Sent as `RegionId` with every RPC call that sets no other region. */
  readonly region: string;
  /** `https://host[:port]`, or `http://` for a loopback host; without a path. */
  readonly endpoint: string;
  readonly credentials: CredentialsSource;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The maximum number of attempts in a row; throttled attempts do not count. A batch that is split starts anew. */
  readonly maxAttempts: number;
  /** The timeout of one attempt, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** The rate limiters of the account in the region. */
  readonly limits: RateLimiters;
  /** Rejects when the credentials, by default the current ones, belong to another account than the configured one. */
  readonly guard?: ((signal: AbortSignal | undefined, credentials?: Credentials) => Promise<void>) | undefined;
  /** The places of the account's settings, for messages. */
  readonly sources?: AccountSources | undefined;
  /** Returns the id of the caller's account if an earlier call has asked for it, for messages. */
  readonly knownAccount?: (() => Promise<string | undefined>) | undefined;
  /** Rejects when the engine has exited and could not record a change, or the user has cancelled; called before each attempt of a write. */
  readonly assertEngineAlive?: (() => Promise<void>) | undefined;
}
