import * as rs from "pulumi-resourceshare";

/** Executes a scene of one family in every update; a DeviceAction would remember. */
export const leaving = rs.device.executeSmartHomeSceneOutput({ familyId: "family-demo01", sceneId: "scene-leaving01" });
