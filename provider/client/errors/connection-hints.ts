import { regions } from "../../api/catalogue.ts";
import { didYouMean } from "../../kernel/ids.ts";

/** What to do when a connection did not open. `route` is the host, with its port and the proxy where there are. */
export function connectionHint(code: string, route: string): string | undefined {
  if (code === "ECONNREFUSED") return refusedHint(route);
  if (code !== "ENOTFOUND" && code !== "EAI_AGAIN") return undefined;
  if (route.includes(" ")) return "check the name of the proxy";
  const region = /^(?:resourcesharing|sts)(?:-vpc)?\.([a-z0-9-]+)\.aliyuncs\.com$/.exec(route)?.[1];
  if (region === undefined) return "check the endpoint, and the network of this machine";
  if (regions.includes(region)) return "check the network of this machine, and HTTPS_PROXY where one is needed";
  return `check the region: ${region} is unknown${didYouMean(region, regions)}`;
}

function refusedHint(route: string): string | undefined {
  if (route.includes(" ")) return "check the address of the proxy";
  if (/^(127\.|localhost\b|\[::1\])/.test(route)) {
    return "nothing listens there: start the simulated service (resourceshare simulate), or correct `endpoint`";
  }
  return "check the endpoint";
}
