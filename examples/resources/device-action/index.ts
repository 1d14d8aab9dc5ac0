import * as rs from "pulumi-resourceshare";

/** Pushed once; again when the release changes. */
export const announcement = new rs.DeviceAction("announcement", {
  action: "pushDeviceNotification",
  args: {
    body: {
      sendTarget: { targetType: "DEVICE_OPEN_ID", targetIdentity: "dev-kitchen01" },
      messageTemplateId: "template-demo01",
      placeHolder: { content: "The network is shared." },
      encodeType: "UC_CLIENT_ID",
      encodeKey: "28001",
    },
  },
  triggers: "release 1",
});
