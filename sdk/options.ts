import type * as pulumi from "@pulumi/pulumi";

/** How a function is called. */
export interface CallOptions {
  /** Name of one of the configured `accounts`; the default credentials when absent. */
  readonly account?: string | undefined;
  /** Region to call; the account's own when absent. */
  readonly region?: string | undefined;
  /** The resource whose row shows what is said about the call. */
  readonly parent?: pulumi.Resource | undefined;
  /** Whether an action runs during a preview, too. Default `false`: a preview changes nothing. */
  readonly runOnPreview?: boolean | undefined;
}
