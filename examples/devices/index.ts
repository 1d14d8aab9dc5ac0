import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();

const network = new rs.ResourceShare("network", {
  name: "devices-network",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["1000000000000003"],
});

// Read in previews, too. What is pushed does not hang on it: a device that is switched off would push again.
const devices = rs.device.queryDeviceListOutput();
const device = config.get("device") ?? "dev-kitchen01";

/** Pushed once the share is in place: by the first update, and again when `announcement`, or what is pushed, is set to something else. */
const announcement = new rs.DeviceAction(
  "announcement",
  {
    action: "pushDeviceNotification",
    args: {
      body: {
        sendTarget: { targetType: "DEVICE_OPEN_ID", targetIdentity: device },
        messageTemplateId: "template-demo01",
        placeHolder: { content: "The network is shared." },
        encodeType: "UC_CLIENT_ID",
        encodeKey: config.get("project") ?? "28001",
      },
    },
    triggers: config.get("announcement") ?? "first",
  },
  { dependsOn: network },
);

export const online = devices.apply(({ deviceList = [] }) =>
  deviceList.filter(({ isOnline }) => isOnline).map(({ deviceName }) => deviceName),
);
export const isListed = devices.apply(async ({ deviceList = [] }) => {
  const isKnown = deviceList.some(({ deviceOpenId }) => deviceOpenId === device);
  if (!isKnown) await pulumi.log.warn(`The user has no device ${device}: set devices:device to one of the list.`);
  return isKnown;
});
export const ranAt = announcement.ranAt;
