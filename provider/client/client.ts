import type { Clock } from "../kernel/clock.ts";
import { InputError } from "../kernel/errors.ts";
import type { Log } from "../kernel/log.ts";
import type { Random } from "../kernel/random.ts";
import type { Operation } from "../wire/operation.ts";
import type { Transport } from "../wire/transport.ts";
import type { CredentialsSource } from "./credentials/credentials.ts";
import { checkedEndpoint, isRegion, stsEndpointOf, defaultEndpoint } from "./config/endpoint.ts";
import { accountGuard, callerAccountOf } from "./credentials/caller-identity.ts";
import { AccountLimits } from "./limits/account-limits.ts";
import { allPages } from "./pages.ts";
import { pipeline } from "./pipeline/pipeline.ts";

/** What one call can be told beside its request. */
export interface CallOptions {
  /** Ends the call early; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** When the call ends, in the clock's milliseconds: a failure whose next attempt would come later is passed on. The running operation's when absent. */
  readonly deadline?: number | undefined;
  /** `true`: the call does not travel together with others that the service would take in the same call. */
  readonly isUnbatched?: boolean | undefined;
}

/** One account in one region: everything that is called passes here. */
export interface Client {
  /** The name of the account in the configuration; `undefined` is the default one. */
  readonly account: string | undefined;
  readonly region: string;
  /** Chance, so that waits of many do not fall together. */
  readonly random: Random;
  /** Calls an operation. Rejects with an InputError, ApiError, ProtocolError or TransportError. */
  call<Request extends object, Response extends object>(
    operation: Operation<string, Request, Response>,
    request: NoInfer<Request>,
    options?: CallOptions,
  ): Promise<Response>;
  /** Walks all pages of a list and gives what `pick` takes from each, in order. */
  all<Request extends object, Response extends { NextToken?: string | undefined }, Item>(
    operation: Operation<string, Request, Response>,
    request: NoInfer<Request>,
    pick: (page: Response) => readonly Item[] | undefined,
    options?: CallOptions,
  ): Promise<Item[]>;
  /** A number that is another one after every call that changes something has begun, and after it has ended: what was read before is older than that. */
  readonly changes: () => number;
  /**
   * The id of the account that the credentials belong to, asked once; `undefined` when the address of the identity service has no
   * GetCallerIdentity. Rejects with an UnknownCallerError when it answers with an error or not at all.
   */
  readonly callerAccount: (options?: CallOptions) => Promise<string | undefined>;
  /** Rejects with an InputError when the credentials do not certainly belong to the account that the configuration says, as every call would. */
  readonly checkAccount: () => Promise<void>;
}

/** What a client is made of. */
export interface ClientOptions {
  /** The name of the account in the configuration; absent for the default one. */
  readonly account?: string | undefined;
  /** The id of the account that the credentials must belong to; nothing is called when they do not. */
  readonly accountId?: string | undefined;
  /** For example `cn-hangzhou`. */
  readonly region: string;
  /** `https://host[:port]`, or `http://` to a loopback address; the region's own endpoint when absent. */
  readonly endpoint?: string | undefined;
  /** Where to ask who the caller is; when absent, a loopback `endpoint`, else the vendor's in the region. */
  readonly stsEndpoint?: string | undefined;
  readonly credentials: CredentialsSource;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How often a call is sent at most, the first time included; 5 when absent. */
  readonly maxAttempts?: number | undefined;
  /** How long one attempt may take, in milliseconds; 30000 when absent. */
  readonly requestTimeoutMs?: number | undefined;
  /** Shared by all clients of one account in one region; its own when absent. */
  readonly limits?: AccountLimits | undefined;
  /** Rejects when nobody is there any more to hear of a change: then none is made. Everything is wanted when absent. */
  readonly assertEngineAlive?: (() => Promise<void>) | undefined;
  /** Gives the caller's account; the client asks by itself when absent. Shared by all clients of one account. */
  readonly callerAccount?: Client["callerAccount"] | undefined;
}

/** Makes a client. Throws an InputError that names `region`, `endpoint` or `stsEndpoint` when it cannot be used. */
export function createClient(parts: ClientOptions): Client {
  const { account, region } = parts;
  if (!isRegion(region)) throw InputError.of("region", `"${region}" is not the id of a region, such as cn-hangzhou`);
  const own = {
    account,
    region,
    endpoint: checkedEndpoint("endpoint", parts.endpoint ?? defaultEndpoint("resourcesharing", region)),
    credentials: parts.credentials,
    transport: parts.transport,
    clock: parts.clock,
    random: parts.random,
    log: parts.log,
    maxAttempts: parts.maxAttempts ?? 5,
    requestTimeoutMs: parts.requestTimeoutMs ?? 30_000,
    limits: parts.limits ?? new AccountLimits(parts.clock, parts.random),
    assertEngineAlive: parts.assertEngineAlive,
  };
  const stsEndpoint = checkedEndpoint("stsEndpoint", stsEndpointOf({ endpoint: own.endpoint, stsEndpoint: parts.stsEndpoint }, region));
  const callerAccount = parts.callerAccount ?? callerAccountOf(own, stsEndpoint);
  const guard = accountGuard(parts.accountId, account, callerAccount);
  const send = pipeline({ ...own, guard });
  let changes = 0;
  const call: Client["call"] = (operation, request, options) => {
    const answer = send({ operation, request, ...options, signal: options?.signal });
    if (operation.reads) return answer;
    changes += 1;
    return answer.finally(() => (changes += 1));
  };
  return {
    account,
    region,
    random: parts.random,
    call,
    all: (operation, request, pick, options) => allPages(call, operation, request, pick, options),
    changes: () => changes,
    callerAccount,
    checkAccount: async () => guard(undefined),
  };
}
