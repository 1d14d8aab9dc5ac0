import * as rules from "./rules.ts";

/**
 * All policies, in the order of the documentation, for a policy pack of your own. They have no enforcement level; the pack sets it.
 *
 * @example
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { policies } from "pulumi-resourceshare/policy";
 *
 * const withoutNeeds = policies.filter(({ needsOneOf }) => needsOneOf === undefined);
 * new PolicyPack("sharing", { policies: withoutNeeds, enforcementLevel: "mandatory" });
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
