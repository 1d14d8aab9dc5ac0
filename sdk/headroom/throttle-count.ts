import { classify } from "../../provider/api/error-codes.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import type { Transport } from "../../provider/wire/transport.ts";

/** How many requests were sent, and how many of them the service throttled. */
export interface ThrottleCount {
  readonly requests: number;
  readonly throttled: number;
}

/**
 * Counts throttled requests of a transport. No operation returns how many calls other programs of an account send, so this is the only
 * sign of them.
 */
export function countThrottles(transport: Transport): { readonly transport: Transport; readonly count: () => ThrottleCount } {
  const count = { requests: 0, throttled: 0 };
  return {
    transport: async (request, signal) => {
      count.requests += 1;
      const response = await transport(request, signal);
      const body = response.status >= 400 ? parseJson(response.body) : undefined;
      const code = isRecord(body) && typeof body["Code"] === "string" ? body["Code"] : "";
      if (code !== "" && classify(code, response.status).category === "throttled") count.throttled += 1;
      return response;
    },
    count: () => ({ ...count }),
  };
}
