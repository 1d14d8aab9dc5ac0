import { operationsIn } from "../define.ts";
import * as content from "./content.ts";
import * as devices from "./devices.ts";
import * as scenes from "./scenes.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";

/** Every operation of the user, device and content API that a chapter declares, by its name. */
export const device = operationsIn({ ...users, ...scenes, ...devices, ...content, ...tokens });

export type DeviceOperations = typeof device;
