import type { CallOptions, CallOutputOptions } from "../binding/options.ts";
import type { Session } from "./session-types.ts";

/**
 * Options of a function call of the user, device and content API.
 *
 * @example
 * ```ts
 * const devices = rs.device.queryDeviceListOutput({}, { session });
 * ```
 */
export interface DeviceCallOptions extends Omit<CallOptions, "region"> {
  /** The session with the user's tokens; without it, the call uses the tokens of the configuration. */
  readonly session?: Session | undefined;
}

/** Options of the output variant of a function of the user, device and content API. */
export interface DeviceCallOutputOptions extends DeviceCallOptions, Pick<CallOutputOptions, "dependsOn"> {}
