import { z } from "zod";
import { deviceChapter } from "../define.ts";
import { done, requestId } from "../parameters.ts";

const define = deviceChapter("scenes");

/** Specification: Scene. */
export const Scene = z.object({
  SceneId: z.string().describe("id of the scene"),
  SceneName: z.string().optional().describe("name of the scene"),
});

const scenes = z.array(Scene).optional().describe("the scenes");
const sceneId = z.string().min(1).describe("id of the scene");

/** Specification: GetSceneList. */
export const GetSceneList = define("GetSceneList", {
  summary: "The user's scenes.",
  method: "GET",
  path: "/iot/scene/list",
  request: z.object({}),
  response: z.object({ SceneList: scenes, RequestId: requestId }),
  idempotent: true,
  reads: true,
});

/** Specification: GetSmartHomeSceneList. */
export const GetSmartHomeSceneList = define("GetSmartHomeSceneList", {
  summary: "The user's families and their scenes.",
  method: "GET",
  path: "/iot/smart_home/scene/list",
  request: z.object({}),
  response: z.object({
    FamilySceneList: z
      .array(
        z.object({
          familyId: z.string().optional().describe("id of the family"),
          familyName: z.string().optional().describe("name of the family"),
          sceneList: scenes.describe("the scenes of the family"),
        }),
      )
      .optional()
      .describe("the families with their scenes"),
    RequestId: requestId,
  }),
  idempotent: true,
  reads: true,
});

/** Specification: ExecuteScene. Its effect without a scene is not documented. */
export const ExecuteScene = define("ExecuteScene", {
  summary: "Executes one of the user's scenes.",
  method: "POST",
  path: "/iot/scene/execute",
  request: z.object({ SceneId: sceneId.optional() }),
  response: done,
  idempotent: false,
  reads: false,
  secrets: [],
});

/** Specification: ExecuteSmartHomeScene. */
export const ExecuteSmartHomeScene = define("ExecuteSmartHomeScene", {
  summary: "Executes a scene of one of the user's families.",
  method: "POST",
  path: "/iot/smart_home/scene/execute",
  request: z.object({ FamilyId: z.string().min(1).describe("id of the family"), SceneId: sceneId }),
  response: done,
  idempotent: false,
  reads: false,
  secrets: [],
});
