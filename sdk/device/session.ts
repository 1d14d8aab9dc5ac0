// A file of its own: its declarations name no type of the client, which the compiler that Pulumi contains cannot read.
import { openedFor } from "./open-session.ts";
import type { Session, SessionArgs } from "./session-types.ts";

/**
 * Opens a session for calls of `rs.device`. Its calls share the tokens, and one renewal serves all calls in flight.
 *
 * @param args Tokens or a code; without them, the session uses the tokens of the configuration.
 * @param options The account whose access key is the application's; without it, the default credentials.
 *
 * @example
 * ```ts
 * const config = new pulumi.Config();
 * const session = rs.device.session({ refreshToken: config.requireSecret("refreshToken") });
 * const devices = rs.device.queryDeviceListOutput({}, { session });
 * ```
 */
export function session(args: SessionArgs, options: { readonly account?: string | undefined } = {}): Session {
  return openedFor(args, options.account);
}
