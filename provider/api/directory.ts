import { z } from "zod";
import { chapter, perSecond } from "./define.ts";
import { done, requestId } from "./parameters.ts";

const define = chapter("directory");

/** Specification: EnableSharingWithResourceDirectory. */
export const EnableSharingWithResourceDirectory = define("EnableSharingWithResourceDirectory", {
  summary: "Enables sharing inside the resource directory.",
  request: z.object({}),
  response: done,
  errors: ["ActionNotPermitted", "AlreadyEnabled"],
  idempotent: true,
  reads: false,
  // The directory's status has no id.
  writesTo: {},
  limit: perSecond(10),
});

/** Specification: CheckSharingWithResourceDirectoryStatus. */
export const CheckSharingWithResourceDirectoryStatus = define("CheckSharingWithResourceDirectoryStatus", {
  summary: "Whether sharing inside the resource directory is enabled.",
  request: z.object({}),
  response: z.object({
    EnableSharingWithRd: z.boolean().describe("whether sharing inside the resource directory is enabled"),
    RequestId: requestId,
  }),
  errors: [],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
});
