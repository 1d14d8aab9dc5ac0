import type { AccountSources } from "./config/configuration.ts";
import type { Call, Credentials } from "./pipeline/call.ts";
import type { Operation } from "../wire/operation.ts";
import type { Writes } from "./writes.ts";

/** Options of a single call. */
export type CallOptions = Partial<Pick<Call, "signal" | "deadline" | "isUnbatched">>;

/** Options of a lookup of the caller's account. */
export interface CallerOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * The credentials whose account is asked for.
   * @defaultValue the current credentials
   */
  readonly credentials?: Credentials | undefined;
  /**
   * Whether to make no call: the account is then `undefined` until a lookup has found it.
   * @defaultValue false
   */
  readonly isCachedOnly?: boolean | undefined;
}

/** The client of one account in one region. */
export interface Client {
  /** The name of the account in the configuration; `undefined`: the default account. */
  readonly account: string | undefined;
  readonly region: string;
  /**
   * Calls an operation.
   * @throws InputError, ApiError, ProtocolError or TransportError; the reason of an abort; what the engine's end or a cancellation rejects with
   */
  call<Request extends object, Response extends object>(
    operation: Operation<string, Request, Response>,
    request: NoInfer<Request>,
    options?: CallOptions,
  ): Promise<Response>;
  /** Reads all pages of a list and returns the items that `pick` selects from each page, in order. */
  all<Request extends object, Response extends { NextToken?: string | undefined }, Item>(
    operation: Operation<string, Request, Response>,
    request: NoInfer<Request>,
    pick: (page: Response) => readonly Item[] | undefined,
    options?: CallOptions,
  ): Promise<Item[]>;
  /** The writes of this process, and when it has last written to each object. */
  readonly writes: Writes;
  /** Where account, region and credentials come from, for messages. */
  readonly sources?: AccountSources | undefined;
  /**
   * The id of the account that the credentials belong to, requested once for each access key.
   * @returns `undefined` when the identity endpoint has no GetCallerIdentity
   * @throws UnknownCallerError when the endpoint returns another error or no response
   */
  readonly callerAccount: (options?: CallerOptions) => Promise<string | undefined>;
  /** Rejects with an InputError, as every call does, unless the credentials are known to belong to the configured account. */
  readonly checkAccount: () => Promise<void>;
}
