import * as rs from "pulumi-resourceshare";

const devices = rs.device.queryDeviceListOutput();

/** Pushes a notification to one device, in every update; a DeviceAction would remember. */
export const pushed = rs.device.pushDeviceNotificationOutput({
  body: {
    sendTarget: { targetType: "DEVICE_OPEN_ID", targetIdentity: "dev-kitchen01" },
    messageTemplateId: "template-demo01",
    placeHolder: { content: "The network is shared." },
    encodeType: devices.apply(({ encodeType = "" }) => encodeType),
    encodeKey: devices.apply(({ encodeKey = "" }) => encodeKey),
  },
});
