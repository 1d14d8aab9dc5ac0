import { allowedTargets } from "./rules/allowed-targets.ts";
import { credentialsInProgram } from "./rules/credentials-in-program.ts";
import { criticalShares } from "./rules/critical-shares.ts";
import { doubleClaim } from "./rules/double-claim.ts";
import { doubleGrant } from "./rules/double-grant.ts";
import { externalTargets } from "./rules/external-targets.ts";
import { knownSenders } from "./rules/known-senders.ts";
import { leaveOnDelete } from "./rules/leave-on-delete.ts";
import { naming } from "./rules/naming.ts";
import { permissions } from "./rules/permissions.ts";
import { requiredTags } from "./rules/required-tags.ts";
import { resourceTypes } from "./rules/resource-types.ts";
import { serviceTimeWindow } from "./rules/service-time-window.ts";
import { shareSize } from "./rules/share-size.ts";
import { wholeDirectory } from "./rules/whole-directory.ts";

/**
 * All policies, in the order of the documentation, for a policy pack of your own. They have no enforcement level; the pack sets it.
 *
 * @example
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { policies } from "pulumi-resourceshare/policy";
 *
 * new PolicyPack("sharing", { policies: [...policies] }, { naming: { enforcementLevel: "mandatory", pattern: "^[a-z-]+$" } });
 * ```
 */
export const policies = [
  externalTargets,
  allowedTargets,
  wholeDirectory,
  resourceTypes,
  permissions,
  requiredTags,
  naming,
  serviceTimeWindow,
  doubleClaim,
  doubleGrant,
  shareSize,
  knownSenders,
  leaveOnDelete,
  criticalShares,
  credentialsInProgram,
];
