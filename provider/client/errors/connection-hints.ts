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
  return isOwnMachine(route) ? notRunningHint : "check the endpoint";
}

/** What to do when no process listens at an endpoint on this machine. */
export const notRunningHint =
  "nothing listens there: start the simulated service (`npx --no -- resourceshare simulate`, or `npm start` in a clone), or correct `endpoint`";

/** Whether a route leads to this machine, without a proxy. */
export function isOwnMachine(route: string): boolean {
  return /^(127\.|localhost\b|\[::1\])/.test(route) && !route.includes(" ");
}
