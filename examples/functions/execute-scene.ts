import * as rs from "pulumi-resourceshare";

/** Executes a scene in every update; a DeviceAction would remember. */
export const goodNight = rs.device.executeSceneOutput({ sceneId: "scene-night01" });
