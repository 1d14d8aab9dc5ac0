// TS2353: `sceneName` is no argument of executeScene.
import { DeviceAction } from "../../../../sdk/index.ts";

export const action = new DeviceAction("scene", { action: "executeScene", args: { sceneName: "night" } });
