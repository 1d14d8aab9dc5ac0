import type { Handler } from "./handler.ts";
import { enumValue } from "./parameter-validation.ts";

export const DescribeRegions: Handler<"DescribeRegions"> = (call) => {
  const language = enumValue(call.request, "AcceptLanguage", ["zh-CN", "en-US"], "InvalidParameter") ?? "zh-CN";
  return {
    Regions: call.world.regions.map(({ id, names }) => ({
      RegionId: id,
      LocalName: names[language],
      RegionEndpoint: `resourcesharing.${id}.aliyuncs.com`,
    })),
  };
};
