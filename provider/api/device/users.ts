import { z } from "zod";
import { deviceChapter } from "../define.ts";
import { requestId } from "../parameters.ts";

const define = deviceChapter("users");

/** The id of a user or a device within one organisation. Specification: User basic profile, Device. */
export const UnionId = z.object({
  OrganizationId: z.string().optional().describe("id of the organisation"),
  UnionId: z.string().optional().describe("id within the organisation"),
});

/** Specification: GetUserBasicInfo. */
export const GetUserBasicInfo = define("GetUserBasicInfo", {
  summary: "Identifiers, nickname and picture of the user that has granted access.",
  method: "GET",
  path: "/users/basic",
  request: z.object({}),
  response: z.object({
    OpenId: z.string().optional().describe("open identifier of the user"),
    UnionIds: z.array(UnionId).optional().describe("identifiers of the user within organisations"),
    Nickname: z.string().optional().describe("nickname of the user"),
    AvatarUrl: z.string().optional().describe("address of the user's picture"),
    RequestId: requestId,
  }),
  idempotent: true,
  reads: true,
});

/** Specification: GetUserPhone. */
export const GetUserPhone = define("GetUserPhone", {
  summary: "The phone number of the user that has granted access: a secret.",
  method: "GET",
  path: "/user/profile/phone",
  request: z.object({}),
  response: z.object({ Phone: z.string().optional().describe("phone number of the user; a secret"), RequestId: requestId }),
  idempotent: true,
  reads: true,
  secrets: ["Phone"],
});
