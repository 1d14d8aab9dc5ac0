// TS2353: a time window has `beginAtTime` and `endAtTime`.
import { ResourceShare } from "../../../../sdk/index.ts";

const target = { id: "ipam.aliyuncs.com" };
const timeRangeType = "timeRange";
export const share = new ResourceShare("net", {
  name: "n",
  targets: [{ ...target, property: { timeRange: { timeRangeType, begin: "08:00", end: "18:00" } } }],
});
