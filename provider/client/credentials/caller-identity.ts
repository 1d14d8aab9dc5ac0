import { ApiError, InputError, ProtocolError, TransportError } from "../../kernel/errors.ts";
import { isAbout } from "../../api/error-codes.ts";
import { GetCallerIdentity } from "../../api/identity.ts";
import { isLoopback } from "../config/endpoint.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import type { PipelineDependencies } from "../pipeline/call.ts";
import { awaitShared, runDetached } from "../../kernel/operation-scope.ts";
import type { CallerOptions, Client } from "../client.ts";
import { pipeline } from "../pipeline/pipeline.ts";

/**
 * Creates a lookup of the account that the credentials belong to, cached for as long as their access key stays: credentials are read again
 * each minute, and a file may then have those of another account.
 * A failure rejects with an UnknownCallerError and is not cached.
 * The account is `undefined` where a loopback endpoint, a local stand-in for the service, has no GetCallerIdentity (assumption S-identity).
 * At any other endpoint that is a failure: a state without an account could not be compared with the credentials.
 */
export function callerAccountOf(parts: Omit<PipelineDependencies, "guard" | "endpoint">, stsEndpoint: string): Client["callerAccount"] {
  let known: Caller | undefined;
  let asking: Promise<Caller> | undefined;
  const ask = async (): Promise<Caller> => {
    let accessKeyId = "";
    // Read by each attempt, so that a failure that may pass is retried.
    const credentials = async () => {
      const current = await parts.credentials();
      accessKeyId = current.accessKeyId;
      return current;
    };
    const send = pipeline({ ...parts, credentials, endpoint: stsEndpoint });
    const accountId = await send({ operation: GetCallerIdentity, request: {}, signal: undefined }).then(
      ({ AccountId }) => AccountId,
      (error: unknown) => {
        const isLocal = isLoopback(new URL(stsEndpoint).hostname);
        if (isLocal && isNotServed(error)) return undefined;
        if (!(error instanceof ApiError || error instanceof ProtocolError || error instanceof TransportError)) throw error;
        // Another address would reject the credentials too. Where nothing answers on this machine, the simulated service is not running.
        const isElsewhere = !isAbout(error, "credentials") && !(isLocal && error instanceof TransportError);
        throw new UnknownCallerError(error.message, isElsewhere ? endpointAdvice : "", { cause: error });
      },
    );
    known = { accessKeyId, accountId };
    return known;
  };
  return async ({ signal, credentials, isCachedOnly = false } = {}) => {
    // Where no credentials can be read, the request reports why.
    const current = credentials ?? (known && (await parts.credentials().catch(() => undefined)));
    if (known && known.accessKeyId === current?.accessKeyId) return known.accountId;
    if (isCachedOnly) return undefined;
    asking ??= runDetached(ask).finally(() => (asking = undefined));
    const caller = await unlessAborted(awaitShared(parts.clock, GetCallerIdentity.name, asking), signal);
    if (credentials === undefined || credentials.accessKeyId === caller.accessKeyId) return caller.accountId;
    throw new UnknownCallerError("they have changed meanwhile", "; run again");
  };
}

/** The account of an access key. */
interface Caller {
  readonly accessKeyId: string;
  readonly accountId: string | undefined;
}

/**
 * Creates the guard of an account. Without an `accountId`, nothing is checked.
 * It rejects with an InputError that names the setting when the credentials' account differs from `accountId` or is unknown.
 */
export function accountGuard(
  { account, accountId, sources }: Pick<PipelineDependencies, "account" | "sources"> & { readonly accountId?: string | undefined },
  callerAccount: Client["callerAccount"],
): PipelineDependencies["guard"] {
  if (accountId === undefined) return undefined;
  const place = sources?.accountId ?? "the configuration";
  const named = `${place} names ${accountId}`;
  const refuse = (reason: string) => {
    const property = account === undefined ? "accountId" : `accounts.${account}.accountId`;
    return InputError.of(property, reason);
  };
  return async (signal, credentials) => {
    const caller = await knownCaller(callerAccount, { signal, credentials }).catch((error: unknown) => {
      throw error instanceof UnknownCallerError ? refuse(`${named}, but ${error.message}`) : error;
    });
    if (caller === accountId) return;
    throw refuse(
      `${credentialsText(sources, caller)}, but ${named}; nothing was done: use credentials of ${accountId}, or change ${place} to ${caller}`,
    );
  };
}

/** The credentials, by the place that supplied them, and the account that they belong to. */
export function credentialsText(sources: Client["sources"], caller: string): string {
  const from = sources === undefined ? "" : ` from ${sources.credentials}`;
  return `the credentials${from} belong to account ${caller}`;
}

const endpointAdvice = ". If another address answers GetCallerIdentity, set `stsEndpoint` (`RESOURCESHARE_STS_ENDPOINT`)";

/** The account that the credentials belong to cannot be determined. */
export class UnknownCallerError extends Error {
  override readonly name = "UnknownCallerError";

  constructor(why: string, advice: string, options?: ErrorOptions) {
    super(`the account that the credentials belong to cannot be determined, and nothing was done: ${why}${advice}`, options);
  }
}

/**
 * The caller's account.
 * @throws UnknownCallerError when it cannot be determined
 */
export async function knownCaller(callerAccount: Client["callerAccount"], options?: CallerOptions): Promise<string> {
  const caller = await callerAccount(options);
  if (caller === undefined) throw new UnknownCallerError("its address has no GetCallerIdentity", endpointAdvice);
  return caller;
}

/** Whether the endpoint lacks the operation: a request without parameters has no other reason to be invalid or absent. */
function isNotServed(error: unknown): boolean {
  return error instanceof ApiError && (error.category === "invalid" || error.category === "absent");
}
