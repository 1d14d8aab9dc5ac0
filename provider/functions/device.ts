import { z } from "zod";
import { Device, QueryDeviceList } from "../api/device/devices.ts";
import { device } from "../api/device/operations.ts";
import type { Operation, ResponseOf } from "../wire/operation.ts";
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

const queryDeviceList = declareDeviceFunction(device.QueryDeviceList, { completion: devices });

const operations: readonly Operation[] = Object.values(device);
const ofUser = operations.filter(({ name, security }) => security === "Bearer" && name !== queryDeviceList.operation);

/** The functions that read the data of the user who has granted access (specification: Endpoints). */
const reads = [...ofUser.filter(({ reads: isRead }) => isRead).map((operation) => declareDeviceFunction(operation)), queryDeviceList];

/** The functions that change devices and cannot be undone; a DeviceAction can run them. */
export const deviceActions: readonly DeviceFunction[] = ofUser
  .filter(({ reads: isRead }) => !isRead)
  .map((operation) => declareDeviceFunction(operation));

/** The functions that issue and revoke tokens. */
const tokens = [
  declareDeviceFunction(device.OAuth2TokenEndpoint, { name: "oAuth2Token" }),
  declareDeviceFunction(device.OAuth2RevocationEndpoint, { name: "oAuth2Revoke" }),
];

/** Every operation of the user, device and content API as a function (specification: Endpoints). */
export const deviceFunctions: readonly DeviceFunction[] = [...reads, ...deviceActions, ...tokens];
