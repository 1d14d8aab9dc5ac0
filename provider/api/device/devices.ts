import { z } from "zod";
import { isRecord } from "../../kernel/json.ts";
import { deviceChapter } from "../define.ts";
import { requestId } from "../parameters.ts";
import { UnionId } from "./users.ts";

const define = deviceChapter("devices");

const encodeType = z.string().min(1).describe("entity type, as QueryDeviceList returns it");
const encodeKey = z.string().min(1).describe("entity key, as QueryDeviceList returns it");

/** Specification: Device. */
export const Device = z.object({
  DeviceOpenId: z.string().describe("identifier of the device"),
  DeviceUnionIds: z.array(UnionId).optional().describe("identifiers of the device within organisations"),
  DeviceName: z.string().optional().describe("name of the device"),
  DeviceIconUrl: z.string().optional().describe("address of the device's picture"),
  Online: z.string().optional().describe("`1`: online; `0`: offline"),
});

/** Specification: QueryDeviceList. */
export const QueryDeviceList = define("QueryDeviceList", {
  summary: "The user's devices.",
  method: "GET",
  path: "/device/list",
  request: z.object({}),
  response: z.object({
    EncodeType: z.string().optional().describe("entity type"),
    EncodeKey: z.string().optional().describe("entity key"),
    DeviceList: z.array(Device).optional().describe("the devices of the user"),
    RequestId: requestId,
  }),
  idempotent: true,
  reads: true,
});

const message = z
  .object({
    SendTarget: z
      .object({
        TargetType: z.enum(["DEVICE_UNION_ID", "DEVICE_OPEN_ID"]).optional().describe("kind of the identifier"),
        TargetIdentity: z.string().min(1).optional().describe("identifier of the device"),
      })
      .describe("the device"),
    MessageTemplateId: z.string().min(1).describe("id of the message template"),
    PlaceHolder: z.record(z.string(), z.string()).optional().describe("values of the template's placeholders"),
    EncodeType: encodeType,
    EncodeKey: encodeKey,
    OrganizationId: z.string().min(1).optional().describe("organisation of a union id; required with `DEVICE_UNION_ID`"),
    IsDebug: z.boolean().optional().describe("whether this is a trial"),
  })
  .refine((body) => !isUnion(body) || body.OrganizationId !== undefined, {
    path: ["OrganizationId"],
    message: "is required with the target type DEVICE_UNION_ID",
    when: ({ value }) => isRecord(value),
  });

/** Whether a message is addressed to a union id; the rest of the message may be invalid. */
function isUnion({ SendTarget }: { readonly SendTarget?: unknown }): boolean {
  return isRecord(SendTarget) && SendTarget["TargetType"] === "DEVICE_UNION_ID";
}

/** Specification: PushDeviceNotification. Its response spells `requestId` with a lower-case letter. */
export const PushDeviceNotification = define("PushDeviceNotification", {
  summary: "Pushes a notification, made from a template, to a device.",
  method: "POST",
  path: "/device/notification/push",
  request: z.object({
    body: message.optional().describe("the message"),
    TenantInfo: z
      .object({ SubjectId: z.string().optional().describe("id of the application") })
      .optional()
      .describe("the application"),
  }),
  response: z.object({ requestId }),
  idempotent: false,
  reads: false,
  secrets: [],
});
