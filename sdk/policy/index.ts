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
export { allowedTargets } from "./rules/allowed-targets.ts";
export { credentialsInProgram } from "./rules/credentials-in-program.ts";
export { criticalShares } from "./rules/critical-shares.ts";
export { doubleClaim } from "./rules/double-claim.ts";
export { doubleGrant } from "./rules/double-grant.ts";
export { externalTargets } from "./rules/external-targets.ts";
export { knownSenders } from "./rules/known-senders.ts";
export { leaveOnDelete } from "./rules/leave-on-delete.ts";
export { naming } from "./rules/naming.ts";
export { permissions } from "./rules/permissions.ts";
export { requiredTags } from "./rules/required-tags.ts";
export { resourceTypes } from "./rules/resource-types.ts";
export { serviceTimeWindow } from "./rules/service-time-window.ts";
export { shareSize } from "./rules/share-size.ts";
export { wholeDirectory } from "./rules/whole-directory.ts";
