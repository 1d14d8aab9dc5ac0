import * as rs from "pulumi-resourceshare";

/** The user's families, each with its scenes. */
export const families = rs.device.getSmartHomeSceneListOutput().familySceneList;
