import { didYouMean } from "../../kernel/ids.ts";

/** The vendor's regions, for advice only: others are called all the same. */
const regions: readonly string[] = [
  ...["cn-qingdao", "cn-beijing", "cn-zhangjiakou", "cn-huhehaote", "cn-wulanchabu", "cn-hangzhou", "cn-shanghai", "cn-nanjing"],
  ...["cn-fuzhou", "cn-wuhan-lr", "cn-shenzhen", "cn-heyuan", "cn-guangzhou", "cn-chengdu", "cn-zhengzhou-jva", "cn-hongkong"],
  ...["ap-northeast-1", "ap-northeast-2", "ap-southeast-1", "ap-southeast-3", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7"],
  ...["us-east-1", "us-west-1", "na-south-1", "eu-west-1", "eu-central-1", "me-east-1", "me-central-1"],
];

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
