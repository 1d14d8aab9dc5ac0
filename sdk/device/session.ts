import type * as pulumi from "@pulumi/pulumi";
import { openedFor } from "./session-registry.ts";

/** What a user has granted: tokens, or the code that gives them. */
export interface SessionArgs {
  /** The access token; without it, the first call obtains one for the refresh token. */
  accessToken?: pulumi.Input<string>;
  /** What renews the access token. */
  refreshToken?: pulumi.Input<string>;
  /** How long the access token is still good, in seconds; it is renewed a minute before. */
  expiresIn?: pulumi.Input<number>;
  /** The code of an authorization, which serves once. An update exchanges it; a preview does not. */
  code?: pulumi.Input<string>;
  /** Exactly the address of the authorization request; required with `code`. */
  redirectUri?: pulumi.Input<string>;
}

/** The tokens of one user, shared by every call that names it. */
export interface Session {
  /**
   * The newest refresh token, a secret that only an update knows: keep it for the next run. It waits for the calls that were begun. Calls that begin
   * later, because they wait for something else, are not covered when they renew the tokens: use `refreshTokenAfter` for those.
   */
  readonly refreshToken: pulumi.Output<string | undefined>;
  /**
   * The same once other outputs are there, too: those of calls that wait for something else.
   *
   * @param outputs What has to be there first.
   */
  refreshTokenAfter(...outputs: pulumi.Input<unknown>[]): pulumi.Output<string | undefined>;
}

/**
 * Opens a session for calls of `rs.device`: one renewal serves all that are in flight.
 *
 * @param args Tokens or a code; the tokens of the configuration when there are none.
 * @param options The account whose access key is the application's; the default credentials when absent.
 */
export function session(args: SessionArgs, options: { readonly account?: string | undefined } = {}): Session {
  return openedFor(args, options.account);
}
