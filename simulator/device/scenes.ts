import { device } from "../../provider/api/device/operations.ts";
import { throwUnlistedError } from "../gateway/service-error.ts";
import { parseRequest, type DeviceHandler, userOf } from "./request-parameters.ts";
import type { User } from "./world-schema.ts";

/** Specification: GetSceneList. */
export const GetSceneList: DeviceHandler<"GetSceneList"> = (world, call) => ({ SceneList: scenesView(userOf(world, call).scenes) });

/** Specification: GetSmartHomeSceneList. */
export const GetSmartHomeSceneList: DeviceHandler<"GetSmartHomeSceneList"> = (world, call) => ({
  FamilySceneList: userOf(world, call).families.map(({ id, name, scenes }) => ({
    familyId: id,
    familyName: name,
    sceneList: scenesView(scenes),
  })),
});

/** Specification: ExecuteScene; a call without a scene fails (assumption D-no-scene). */
export const ExecuteScene: DeviceHandler<"ExecuteScene"> = (world, call) => {
  const user = userOf(world, call);
  const request = parseRequest(device.ExecuteScene, call);
  if (request.SceneId === undefined) throwUnlistedError(400, "MissingParameter.SceneId", "The parameter SceneId is missing.");
  sceneOf(user.scenes, request.SceneId);
  world.recordAction({ operation: call.operation, user: user.openId, request });
  return {};
};

/** Specification: ExecuteSmartHomeScene. */
export const ExecuteSmartHomeScene: DeviceHandler<"ExecuteSmartHomeScene"> = (world, call) => {
  const user = userOf(world, call);
  const request = parseRequest(device.ExecuteSmartHomeScene, call);
  const family = user.families.find(({ id }) => id === request.FamilyId);
  if (!family) throwUnlistedError(404, "EntityNotExists.Family", "The user is in no such family.");
  sceneOf(family.scenes, request.SceneId);
  world.recordAction({ operation: call.operation, user: user.openId, request });
  return {};
};

function sceneOf(scenes: User["scenes"], id: string): void {
  if (!scenes.some((scene) => scene.id === id)) throwUnlistedError(404, "EntityNotExists.Scene", "There is no such scene.");
}

function scenesView(scenes: User["scenes"]): { SceneId: string; SceneName: string }[] {
  return scenes.map(({ id, name }) => ({ SceneId: id, SceneName: name }));
}
