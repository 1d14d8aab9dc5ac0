import type { PipelineDependencies } from "./pipeline/call.ts";
import { defaultEndpoint } from "./config/endpoint.ts";
import { accountGuard } from "./credentials/caller-identity.ts";
import { allPages } from "./pages.ts";
import type { Client } from "./client.ts";
import { pipeline } from "./pipeline/pipeline.ts";
import type { Writes } from "./writes.ts";

/** The configuration and dependencies of one client. */
export interface ClientOptions extends Omit<PipelineDependencies, "endpoint" | "guard" | "knownAccount"> {
  /** The id of the account that the credentials must belong to; otherwise every call is rejected before it is sent. */
  readonly accountId?: string | undefined;
  /**
   * `https://host[:port]`, or `http://` to a loopback address.
   * @defaultValue the region's own endpoint
   */
  readonly endpoint?: string | undefined;
  /** The writes that all clients of a process share. */
  readonly writes: Writes;
  /** Returns the caller's account; all clients of one account share it. */
  readonly callerAccount: Client["callerAccount"];
}

/** Creates a client. */
export function createClient(parts: ClientOptions): Client {
  const { account, region, callerAccount, writes } = parts;
  const endpoint = parts.endpoint ?? defaultEndpoint("resourcesharing", region);
  const guard = accountGuard(parts, callerAccount);
  const send = pipeline({ ...parts, endpoint, guard, knownAccount: () => callerAccount({ isCachedOnly: true }) });
  const call: Client["call"] = (operation, request, options) => {
    const answer = send({ operation, request, ...options, signal: options?.signal });
    return operation.reads ? answer : writes.track(operation, request, answer);
  };
  return {
    account,
    region,
    sources: parts.sources,
    call,
    all: (operation, request, pick, options) => allPages(call, operation, request, pick, options),
    writes,
    callerAccount,
    checkAccount: async () => guard?.(undefined),
  };
}
