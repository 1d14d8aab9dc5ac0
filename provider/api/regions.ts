import { z } from "zod";
import { chapter, perSecond } from "./define.ts";
import { Region } from "./entities.ts";
import { requestId } from "./parameters.ts";

const define = chapter("regions");

/** Specification: DescribeRegions. */
export const DescribeRegions = define("DescribeRegions", {
  summary: "The regions of the service and their endpoints.",
  request: z.object({
    AcceptLanguage: z.enum(["zh-CN", "en-US"]).optional().describe("language of the regions' names"),
  }),
  response: z.object({
    Regions: z.array(Region).optional().describe("the regions"),
    RequestId: requestId,
  }),
  errors: [],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "Regions",
});
