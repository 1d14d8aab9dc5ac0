export * from "./functions.ts";
export * from "../resources/device-action.ts";
export type { DeviceCallOptions, DeviceCallOutputOptions } from "./options.ts";
export { session } from "./session.ts";
export type { Session, SessionArgs } from "./session-types.ts";
