import type * as pulumi from "@pulumi/pulumi";

/** The grant of a user: tokens, or an authorization code to exchange for tokens. */
export interface SessionArgs {
  /** The access token; without it, the first call obtains one with the refresh token. */
  accessToken?: pulumi.Input<string>;
  /** The refresh token, which renews the access token. */
  refreshToken?: pulumi.Input<string>;
  /** Remaining lifetime of the access token, in seconds; the session renews it a minute before it expires. */
  expiresIn?: pulumi.Input<number>;
  /** An authorization code, which is valid once. An update exchanges it; a preview does not. */
  code?: pulumi.Input<string>;
  /** The exact redirect URI of the authorization request; required with `code`. */
  redirectUri?: pulumi.Input<string>;
}

/**
 * The tokens of one user, which all calls of the session share.
 *
 * @example
 * ```ts
 * const session = rs.device.session({ refreshToken: config.requireSecret("refreshToken") });
 * const devices = rs.device.queryDeviceListOutput({}, { session });
 * export const refreshToken = session.refreshToken;
 * ```
 */
export interface Session {
  /**
   * The newest refresh token, a secret that only an update knows: store it for the next run. It waits for all calls that have started.
   * It does not wait for calls that start later because they depend on other outputs: use `refreshTokenAfter` for those.
   */
  readonly refreshToken: pulumi.Output<string | undefined>;
  /**
   * The newest refresh token after other outputs have resolved, such as the outputs of calls that start late.
   *
   * @param outputs The outputs to wait for.
   *
   * @example
   * ```ts
   * const scene = rs.device.executeSceneOutput({ sceneId }, { session }); // `sceneId` is an output
   * export const refreshToken = session.refreshTokenAfter(scene);
   * ```
   */
  refreshTokenAfter(...outputs: pulumi.Input<unknown>[]): pulumi.Output<string | undefined>;
}
