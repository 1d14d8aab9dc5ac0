import { configurationDefaults } from "../../provider/client/config/configuration-keys.ts";
import { rateLimiters } from "../../provider/client/limits/rate-limiter.ts";
import type { Clock } from "../../provider/kernel/clock.ts";
import type { Random } from "../../provider/kernel/random.ts";

/** Dependencies of a client: these, limits of its own, and the defaults of the configuration. */
export function clientDefaults<Parts extends { readonly clock: Clock; readonly random: Random }>(parts: Parts) {
  const { maxAttempts, requestTimeoutSeconds } = configurationDefaults;
  return { limits: rateLimiters(parts.clock, parts.random), maxAttempts, requestTimeoutMs: 1000 * requestTimeoutSeconds, ...parts };
}
