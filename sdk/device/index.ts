export * from "./functions/index.ts";
export type { DeviceCallOptions } from "./options.ts";
export { session } from "./session.ts";
export type { Session, SessionArgs } from "./session-types.ts";
