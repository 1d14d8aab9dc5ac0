import type { CallOptions } from "../options.ts";
import type { Session } from "./session.ts";

/** How a function of the user, device and content API is called. */
export interface DeviceCallOptions extends Omit<CallOptions, "region"> {
  /** The user's tokens; those of the configuration when absent. */
  readonly session?: Session | undefined;
}
