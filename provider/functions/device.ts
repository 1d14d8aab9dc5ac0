import { z } from "zod";
import { Device, QueryDeviceList } from "../api/device/devices.ts";
import { device } from "../api/device/operations.ts";
import type { ResponseOf } from "../wire/operation.ts";
import { declareDeviceFunction, type DeviceFunction } from "./declare.ts";

const deviceState = Device.extend({ isOnline: z.boolean().optional().describe("whether `online` is `1`") });

/** The list of devices; each has `isOnline` in addition to the service's fields. */
const devices = {
  shape:
    QueryDeviceList.response instanceof z.ZodObject
      ? QueryDeviceList.response.extend({ DeviceList: z.array(deviceState).optional() })
      : z.object({}),
  complete: ({ DeviceList, ...answer }: ResponseOf<typeof QueryDeviceList>) => ({
    ...answer,
    DeviceList: DeviceList?.map((one) => ({ ...one, isOnline: one.Online === undefined ? undefined : one.Online === "1" })),
  }),
};

/** The functions that read the data of the user who has granted access (specification: Endpoints). */
const reads = [
  declareDeviceFunction(device.GetUserBasicInfo, "Identifiers, nickname and picture of the user that has granted access."),
  declareDeviceFunction(device.GetUserPhone, "The phone number of the user that has granted access: a secret."),
  declareDeviceFunction(device.GetSceneList, "The user's scenes."),
  declareDeviceFunction(device.GetSmartHomeSceneList, "The user's families and their scenes."),
  declareDeviceFunction(device.QueryDeviceList, "The user's devices.", { completion: devices }),
];

/** The functions that act on devices and cannot be undone; a DeviceAction can run them. */
export const deviceActions: readonly DeviceFunction[] = [
  declareDeviceFunction(device.ExecuteScene, "Executes one of the user's scenes."),
  declareDeviceFunction(device.ExecuteSmartHomeScene, "Executes a scene of one of the user's families."),
  declareDeviceFunction(device.PushDeviceNotification, "Pushes a notification, made from a template, to a device."),
  declareDeviceFunction(device.CreatePlayingList, "Plays a list of contents on a device."),
];

/** The functions that issue and revoke tokens. */
const tokens = [
  declareDeviceFunction(device.OAuth2TokenEndpoint, "Tokens for a code, or for a refresh token.", { name: "oAuth2Token" }),
  declareDeviceFunction(device.OAuth2RevocationEndpoint, "Revokes an access token, or a refresh token together with its access tokens.", {
    name: "oAuth2Revoke",
  }),
];

/** Every operation of the user, device and content API as a function (specification: Endpoints). */
export const deviceFunctions: readonly DeviceFunction[] = [...reads, ...deviceActions, ...tokens];
