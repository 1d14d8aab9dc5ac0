import * as rules from "./rules.ts";

/**
 * All policies, in the order of the documentation, for a policy pack of your own. They have no enforcement level; the pack sets it.
 *
 * @example
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { policies } from "pulumi-resourceshare/policy";
 *
 * const naming = { enforcementLevel: "mandatory", pattern: "^net-" } as const;
 * new PolicyPack("sharing", { policies: [...policies], enforcementLevel: "mandatory" }, { naming });
 * ```
 */
export const policies = [
  rules.externalTargets,
  rules.allowedTargets,
  rules.wholeDirectory,
  rules.resourceTypes,
  rules.permissions,
  rules.requiredTags,
  rules.naming,
  rules.serviceTimeWindow,
  rules.doubleClaim,
  rules.doubleGrant,
  rules.shareSize,
  rules.knownSenders,
  rules.leaveOnDelete,
  rules.criticalShares,
  rules.credentialsInProgram,
];
