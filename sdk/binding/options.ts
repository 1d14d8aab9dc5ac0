import type * as pulumi from "@pulumi/pulumi";

/**
 * Options of a function call.
 *
 * @example
 * ```ts
 * const shares = await rs.listResourceShares({ resourceOwner: "Self" }, { account: "network", region: "cn-shanghai" });
 * ```
 */
export interface CallOptions {
  /** Name of one of the configured `accounts`; without it, the call uses the default credentials. */
  readonly account?: string | undefined;
  /** Region to call; without it, the region of the account. */
  readonly region?: string | undefined;
  /** The resource that log messages about the call are attached to. */
  readonly parent?: pulumi.Resource | undefined;
  /**
   * Whether an action also runs during a preview. By default a preview changes nothing.
   *
   * @defaultValue `false`
   */
  readonly runOnPreview?: boolean | undefined;
}

/**
 * Options of the output variant of a function.
 *
 * @example
 * ```ts
 * const associations = rs.listResourceShareAssociationsOutput({ associationType: "Target" }, { dependsOn: share });
 * ```
 */
export interface CallOutputOptions extends CallOptions {
  /** Resources that must exist before the call. While one of them is only planned, a preview leaves the result unknown. */
  readonly dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource> | undefined;
}
