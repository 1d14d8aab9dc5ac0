import { configurationDefaults } from "../../provider/client/config/configuration-keys.ts";
import { stsEndpointOf } from "../../provider/client/config/endpoint.ts";
import { callerAccountOf } from "../../provider/client/credentials/caller-identity.ts";
import { rateLimiters } from "../../provider/client/limits/rate-limiter.ts";
import type { PipelineDependencies } from "../../provider/client/pipeline/call.ts";
import { Writes } from "../../provider/client/writes.ts";

type Given = Omit<PipelineDependencies, "endpoint" | "limits" | "maxAttempts" | "requestTimeoutMs"> &
  Partial<Pick<PipelineDependencies, "limits" | "maxAttempts" | "requestTimeoutMs">> & {
    readonly endpoint?: string | undefined;
    readonly stsEndpoint?: string | undefined;
  };

/** Dependencies of a client: these, limits and writes of its own, the caller's account, and the defaults of the configuration. */
export function clientDefaults<Parts extends Given>(parts: Parts) {
  const { clock, random, region } = parts;
  const { maxAttempts, requestTimeoutSeconds } = configurationDefaults;
  const own = { limits: rateLimiters(clock, random), maxAttempts, requestTimeoutMs: 1000 * requestTimeoutSeconds, ...parts };
  return { writes: new Writes(clock), callerAccount: callerAccountOf(own, stsEndpointOf(parts, region)), ...own };
}
