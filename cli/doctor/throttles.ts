import { classify } from "../../provider/api/error-codes.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { type Finding, ok, warning } from "../../access/output/finding.ts";

/**
 * Counts throttled requests of a transport, and reports them: whether other programs call the service now.
 * No operation returns how many calls other programs of an account send, so this is the only sign of them.
 */
export function countThrottles(transport: Transport): { readonly transport: Transport; readonly finding: () => Finding } {
  let [requests, throttled] = [0, 0];
  return {
    transport: async (request, signal) => {
      requests += 1;
      const response = await transport(request, signal);
      const body = response.status >= 400 ? parseJson(response.body) : undefined;
      const code = isRecord(body) && typeof body["Code"] === "string" ? body["Code"] : "";
      if (code !== "" && classify(code, response.status).category === "throttled") throttled += 1;
      return response;
    },
    finding: () =>
      throttled === 0
        ? ok("Rate limits", `none of the ${requests} calls of this check was throttled`)
        : warning(
            "Rate limits",
            `${throttled} of the ${requests} calls of this check were throttled: other programs call the service with these accounts now, and all share the limits`,
            "run large updates one after another, or expect them to take longer",
          ),
  };
}
