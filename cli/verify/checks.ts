import type { Check } from "./check.ts";
import { answerChecks } from "./checks/answers.ts";
import { associationChecks } from "./checks/associations.ts";
import { invitationChecks } from "./checks/invitations.ts";
import { readChecks } from "./checks/reads.ts";
import { deletedShareChecks, newShareChecks } from "./checks/shares.ts";
import { tagChecks } from "./checks/tags.ts";
import { throttleChecks } from "./checks/throttles.ts";

/** The checks in the order of their calls: each may use what those before have left on the shares. */
export const checks: readonly Check[] = [
  ...readChecks,
  ...throttleChecks,
  ...newShareChecks,
  ...tagChecks,
  ...associationChecks,
  ...invitationChecks,
  ...deletedShareChecks,
  ...answerChecks,
];

const device = "needs a user's token of the device API";

/** The assumptions that no call of this command decides, and why. */
export const undecided: Readonly<Record<string, string>> = {
  "S-null": "both readings have the same result",
  "S-rpc-signature": "only the simulated service depends on it",
  "S-assume-role": "needs a role: run this with a profile that assumes one",
  "S-conflict": "needs two writes that meet, and they need not conflict",
  "S-quotas": "needs a thousand shares",
  "S-emptypage": "no call can show that a page is never empty",
  "S-listorder": "no call can show that an order always holds",
  "S-property": "needs a service as target, whose properties this command does not set",
  "S-failure-details": "needs an association that fails",
  "S-accept-again": "needs an acceptance that fails",
  "D-transport": device,
  "D-bearer": device,
  "D-stale-token": device,
  "D-refresh": device,
  "D-scopes": device,
  "D-no-scene": device,
};
