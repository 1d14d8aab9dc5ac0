import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Random } from "../../kernel/random.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Operation } from "../../wire/operation.ts";
import type { Transport } from "../../wire/transport.ts";
import type { CredentialsSource } from "../credentials/credentials.ts";
import type { AccountLimits } from "../limits/account-limits.ts";

/** One call on its way: the same object through all layers and all attempts. */
export interface Call<Request extends object = object, Response extends object = object> {
  readonly operation: Operation<string, Request, Response>;
  readonly request: Request;
  /** Ends the call early; it rejects with the signal's reason. */
  readonly signal: AbortSignal | undefined;
  /** When it ends, in the clock's milliseconds; without it, it is tried as often as the layers say. */
  readonly deadline?: number | undefined;
  /** Hears when an attempt is sent (`true`) and when it has ended. */
  readonly onSending?: ((isSent: boolean) => void) | undefined;
  /** Whether it must not travel with others. */
  readonly isUnbatched?: boolean | undefined;
  /** The user's access token, for operations that ask for one. */
  readonly bearer?: Secret | undefined;
}

/** What carries out a call. Each layer of the pipeline takes one and gives one. */
export type CallHandler = <Request extends object, Response extends object>(call: Call<Request, Response>) => Promise<Response>;

/** What the layers have at hand: one account in one region, and the world around it. */
export interface PipelineDependencies {
  /** The name of the account in the configuration; `undefined` is the default one. */
  readonly account: string | undefined;
  /** Sent as `RegionId` with every call that names no other. */
  readonly region: string;
  /** `https://host[:port]`, or `http://` for a loopback host; without a path. */
  readonly endpoint: string;
  readonly credentials: CredentialsSource;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How often a call is sent at most, the first time included; throttled attempts do not count. */
  readonly maxAttempts: number;
  /** How long one attempt may take, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Of the account in the region. */
  readonly limits: AccountLimits;
  /** Rejects when the credentials belong to another account than the configured one; `undefined` when the configuration names none. */
  readonly guard: (signal: AbortSignal | undefined) => Promise<void> | undefined;
  /** Rejects when nobody is there any more to hear of a change; asked before each attempt of a write. */
  readonly assertEngineAlive?: (() => Promise<void>) | undefined;
}
