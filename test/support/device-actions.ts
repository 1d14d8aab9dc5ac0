import { deviceDemo } from "../../simulator/device/demo.ts";

// The arguments of a DeviceAction for each action, on the devices of the demonstration's user.

const project = { encodeType: "UC_CLIENT_ID", encodeKey: deviceDemo.project };

export const executeScene = { action: "executeScene", args: { sceneId: deviceDemo.scenes.goodNight } };

export const executeSmartHomeScene = {
  action: "executeSmartHomeScene",
  args: { familyId: deviceDemo.family, sceneId: deviceDemo.familyScene },
};

export const pushDeviceNotification = (content: string) => ({
  action: "pushDeviceNotification",
  args: {
    body: {
      sendTarget: { targetType: "DEVICE_OPEN_ID", targetIdentity: deviceDemo.devices.kitchen },
      messageTemplateId: deviceDemo.template,
      placeHolder: { content },
      ...project,
    },
  },
});

export const createPlayingList = (rawId: string) => ({
  action: "createPlayingList",
  args: {
    openCreatePlayingListRequest: { contentType: "content", contentList: [{ rawId, source: "s" }], extendInfo: { Some: { Thing: 1 } } },
    deviceInfo: { ...project, idType: "OPEN_ID", id: deviceDemo.devices.bedroom },
  },
});
