import * as rs from "pulumi-resourceshare";

/** Plays an album on one device, in every update; a DeviceAction would remember. */
export const playing = rs.device.createPlayingListOutput({
  openCreatePlayingListRequest: {
    contentType: "album",
    contentList: [{ rawId: "album-1", source: "library" }],
    playMode: "Normal",
  },
  deviceInfo: { encodeType: "UC_CLIENT_ID", encodeKey: "28001", idType: "OPEN_ID", id: "dev-kitchen01" },
});
