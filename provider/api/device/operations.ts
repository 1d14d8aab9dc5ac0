import { CreatePlayingList } from "./content.ts";
import { PushDeviceNotification, QueryDeviceList } from "./devices.ts";
import { ExecuteScene, ExecuteSmartHomeScene, GetSceneList, GetSmartHomeSceneList } from "./scenes.ts";
import { OAuth2RevocationEndpoint, OAuth2TokenEndpoint } from "./tokens.ts";
import { GetUserBasicInfo, GetUserPhone } from "./users.ts";

/** The 11 operations of the user, device and content API, in the specification's order. */
export const device = {
  GetSmartHomeSceneList,
  ExecuteSmartHomeScene,
  GetUserBasicInfo,
  GetUserPhone,
  GetSceneList,
  ExecuteScene,
  QueryDeviceList,
  PushDeviceNotification,
  CreatePlayingList,
  OAuth2TokenEndpoint,
  OAuth2RevocationEndpoint,
} as const;

export type DeviceOperations = typeof device;
