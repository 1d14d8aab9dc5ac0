import * as rs from "pulumi-resourceshare";

/** The devices that can be reached now. */
export const online = rs.device
  .queryDeviceListOutput()
  .apply(({ deviceList = [] }) => deviceList.filter((device) => device.isOnline).map((device) => device.deviceName));
