import { InputError } from "../kernel/errors.ts";
import { SharedState } from "../kernel/shared-state.ts";
import type { PipelineDependencies } from "./pipeline/call.ts";
import { checkedEndpoint, isRegion, stsEndpointOf, defaultEndpoint } from "./config/endpoint.ts";
import { accountGuard, callerAccountOf } from "./credentials/caller-identity.ts";
import { allPages } from "./pages.ts";
import type { Client } from "./client.ts";
import { pipeline } from "./pipeline/pipeline.ts";
import { Writes } from "./writes.ts";

/** The configuration and dependencies of one client. */
export interface ClientOptions extends Omit<PipelineDependencies, "endpoint" | "guard" | "knownAccount"> {
  /** The id of the account that the credentials must belong to; otherwise every call is rejected before it is sent. */
  readonly accountId?: string | undefined;
  /**
   * `https://host[:port]`, or `http://` to a loopback address.
   * @defaultValue the region's own endpoint
   */
  readonly endpoint?: string | undefined;
  /**
   * The endpoint of the identity service.
   * @defaultValue `endpoint` when that is a loopback address, otherwise the vendor's endpoint in the region
   */
  readonly stsEndpoint?: string | undefined;
  /** The writes that all clients of a process share; the client records its own when absent. */
  readonly writes?: Writes | undefined;
  /** Returns the caller's account, shared by all clients of one account; the client requests it itself when absent. */
  readonly callerAccount?: Client["callerAccount"] | undefined;
}

/**
 * Creates a client.
 * @throws InputError that names `region`, `endpoint` or `stsEndpoint` when its value is invalid
 */
export function createClient(parts: ClientOptions): Client {
  const { account, region } = parts;
  if (!isRegion(region)) {
    const from = parts.sources === undefined ? "" : ` (from ${parts.sources.region})`;
    throw InputError.of("region", `"${region}"${from} is not the id of a region, such as cn-hangzhou`);
  }
  const endpoint = checkedEndpoint("endpoint", parts.endpoint ?? defaultEndpoint("resourcesharing", region));
  const own = { ...parts, endpoint };
  const stsEndpoint = checkedEndpoint("stsEndpoint", stsEndpointOf({ endpoint, stsEndpoint: parts.stsEndpoint }, region));
  const callerAccount = parts.callerAccount ?? callerAccountOf(own, stsEndpoint);
  const guard = accountGuard(parts, callerAccount);
  const send = pipeline({ ...own, guard, knownAccount: () => callerAccount({ isCachedOnly: true }) });
  const writes = parts.writes ?? new Writes(parts.clock);
  let changes = 0;
  const call: Client["call"] = (operation, request, options) => {
    const answer = send({ operation, request, ...options, signal: options?.signal });
    if (operation.reads) return answer;
    changes += 1;
    return writes.track(operation, request, answer).finally(() => (changes += 1));
  };
  return {
    account,
    region,
    sources: parts.sources,
    call,
    all: (operation, request, pick, options) => allPages(call, operation, request, pick, options),
    shared: new SharedState(),
    writes,
    changes: () => changes,
    callerAccount,
    checkAccount: async () => guard?.(undefined),
  };
}
