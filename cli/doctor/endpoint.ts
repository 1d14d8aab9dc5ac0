import type { Configuration } from "../../provider/client/config/configuration.ts";
import { stsEndpointOf, defaultEndpoint } from "../../provider/client/config/endpoint.ts";
import { httpTransport } from "../../provider/client/undici.ts";
import { systemClock } from "../../provider/kernel/clock.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { type Finding, ok, problem, warning } from "../../access/output/finding.ts";

const timeoutMs = 15_000;
const connectionFix = "check the endpoint, the network, and HTTPS_PROXY where one is needed";
const minute = 60_000;

/** Checks the endpoints: whether they respond, whether their TLS certificates are trusted, and the clock skew. */
export async function examineEndpoints(configuration: Configuration): Promise<Finding[]> {
  const { region, endpoint, deviceEndpoint, deviceAccessToken } = configuration;
  const asked = [
    ["Endpoint", endpoint ?? defaultEndpoint("resourcesharing", region)] as const,
    ["Token service", stsEndpointOf(configuration, region)] as const,
    ...(deviceAccessToken === undefined ? [] : [["Device service", deviceEndpoint] as const]),
  ];
  const reached = await Promise.all(asked.map(([subject, url]) => reach(subject, url)));
  const dated = reached.find(({ aheadMs }) => aheadMs !== undefined);
  return [...reached.map(({ finding }) => finding), ...(dated?.aheadMs === undefined ? [] : [examineClock(dated.aheadMs)])];
}

interface Reached {
  readonly finding: Finding;
  /** How far the local clock is ahead of the service's clock, in milliseconds. */
  readonly aheadMs?: number | undefined;
}

async function reach(subject: string, url: string): Promise<Reached> {
  const started = systemClock.wallTime();
  try {
    // Any response is enough, so the request is not signed and needs no permission.
    const { headers } = await httpTransport(
      { method: "GET", url: `${url}/`, headers: { host: new URL(url).host, accept: "application/json" }, body: "" },
      AbortSignal.timeout(timeoutMs),
    );
    const ended = systemClock.wallTime();
    const date = Date.parse(headers["date"] ?? "");
    return { finding: ok(subject, `${url} answers`), aheadMs: Number.isNaN(date) ? undefined : (started + ended) / 2 - date };
  } catch (error) {
    // The text after the place in a message is advice.
    const [what = "", ...advice] = messageOf(error).split("; ");
    return { finding: problem(subject, `${url} cannot be reached: ${what}`, advice.join("; ") || connectionFix) };
  }
}

/** Reports the clock skew. The service rejects requests that are signed 15 minutes off. Its `Date` header has a precision of one second. */
function examineClock(aheadMs: number): Finding {
  const apart = Math.abs(aheadMs);
  const way = aheadMs > 0 ? "ahead of" : "behind";
  const fix = "set the machine's clock, for example by NTP";
  const time = apart < 2 * minute ? `${Math.round(apart / 1000)} s` : `${Math.round(apart / minute)} minutes`;
  if (apart >= 15 * minute)
    return problem("Clock", `this machine is ${time} ${way} the service, which refuses all calls that are 15 minutes off`, fix);
  if (apart >= minute) return warning("Clock", `this machine is ${time} ${way} the service; from 15 minutes on it refuses all calls`, fix);
  return ok("Clock", "nearly the same as the service's");
}
