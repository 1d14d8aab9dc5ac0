import * as rs from "pulumi-resourceshare";

/** The names of the user's scenes. */
export const scenes = rs.device.getSceneListOutput().apply(({ sceneList = [] }) => sceneList.map((scene) => scene.sceneName));
