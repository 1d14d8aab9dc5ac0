import type { Handler } from "./call.ts";
import { word } from "./rules.ts";

export const DescribeRegions: Handler<"DescribeRegions"> = (call) => {
  const language = word(call.question, "AcceptLanguage", ["zh-CN", "en-US"], "InvalidParameter") ?? "zh-CN";
  return {
    Regions: call.world.regions.map(({ id, names }) => ({
      RegionId: id,
      LocalName: names[language],
      RegionEndpoint: `resourcesharing.${id}.aliyuncs.com`,
    })),
  };
};
