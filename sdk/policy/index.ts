/**
 * A policy pack for shares, and its policies.
 *
 * @module pulumi-resourceshare/policy
 */
import "../../provider/kernel/supported-node.ts";
import "./installed-policy-sdk.ts";
export { ResourceShareGuard } from "./policy-pack.ts";
export type { PolicyName, PolicyOptions, ResourceShareGuardArgs } from "./policy-pack.ts";
export type { SharingPolicy } from "./policy.ts";
export { policies } from "./policies.ts";
export * from "./rules.ts";
