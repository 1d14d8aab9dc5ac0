import { z } from "zod";
import { isRecord } from "../../kernel/json.ts";
import { deviceChapter } from "../define.ts";
import { done } from "../parameters.ts";

const define = deviceChapter("content");

const list = z.object({
  PlayFrom: z.string().optional().describe("playback-control capability; `default` when absent"),
  ContentType: z.enum(["content", "album", "collect"]).describe("what is played"),
  ContentList: z
    .array(
      z.object({
        RawId: z.string().min(1).describe("id of the content or album at its source"),
        Source: z.string().min(1).describe("source of the content"),
      }),
    )
    .min(1)
    .describe("what is played: several with `content`, the first only with `album`"),
  Index: z.int().min(0).max(2_147_483_647).optional().describe("index of the first content; 0 when absent"),
  NeedAlbumContinued: z.boolean().optional().describe("whether an album continues where it stopped; `true` when absent"),
  PlayMode: z.enum(["Repeat", "Shuffle", "RepeatOne", "Normal"]).optional().describe("order of playing"),
  ExtendInfo: z.record(z.string(), z.unknown()).optional().describe("further data"),
});

const device = z
  .object({
    EncodeType: z.literal("UC_CLIENT_ID").describe("always `UC_CLIENT_ID`"),
    EncodeKey: z.string().min(1).describe("project id of the product"),
    IdType: z.enum(["OPEN_ID", "UNION_ID"]).describe("kind of the identifier"),
    Id: z.string().min(1).describe("identifier of the device"),
    OrganizationId: z.string().min(1).optional().describe("organisation of a union id; required with `UNION_ID`"),
  })
  .refine((info) => info.IdType !== "UNION_ID" || info.OrganizationId !== undefined, {
    path: ["OrganizationId"],
    message: "is required with the id type UNION_ID",
    when: ({ value }) => isRecord(value),
  });

/** Specification: CreatePlayingList. The service sets the field RequestId of the list itself, so it is not sent. */
export const CreatePlayingList = define("CreatePlayingList", {
  summary: "Plays a list of contents on a device.",
  method: "POST",
  path: "/content/playing/create",
  query: ["DeviceInfo"],
  request: z.object({
    OpenCreatePlayingListRequest: list.describe("the playing list"),
    DeviceInfo: device.describe("the device that plays"),
  }),
  response: done,
  idempotent: false,
  reads: false,
  secrets: [],
});
