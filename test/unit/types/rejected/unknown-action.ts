// TS2820: there is no such action, and the compiler knows which one is meant.
import { DeviceAction } from "../../../../sdk/index.ts";

export const action = new DeviceAction("scene", { action: "executeScenes", args: { sceneId: "1" } });
