import { answerProbes } from "./answer-probes.ts";
import type { Assumption, Undecided } from "./assumption.ts";
import { readProbes } from "./read-probes.ts";
import { writeProbes } from "./write-probes.ts";

const device = "needs a user's token of the device API";

const undecided: readonly Undecided[] = [
  { id: "S-null", why: "both readings have the same result" },
  { id: "S-rpc-signature", why: "only the simulated service depends on it" },
  { id: "S-assume-role", why: "needs a role: run this with a profile that assumes one" },
  { id: "S-conflict", why: "needs two writes that meet, and they need not conflict" },
  { id: "S-quotas", why: "needs a thousand shares" },
  { id: "S-emptypage", why: "no call can show that a page is never empty" },
  { id: "S-listorder", why: "no call can show that an order always holds" },
  { id: "S-property", why: "needs a service as target, whose properties this command does not set" },
  { id: "S-failure-details", why: "needs an association that fails" },
  { id: "S-accept-again", why: "needs an acceptance that fails" },
  { id: "D-transport", why: device },
  { id: "D-bearer", why: device },
  { id: "D-stale-token", why: device },
  { id: "D-refresh", why: device },
  { id: "D-scopes", why: device },
  { id: "D-no-scene", why: device },
];

/** Every entry of docs/assumptions.md, in the order of the calls; what all answers decide comes last. */
export const assumptions: readonly Assumption[] = [...readProbes, ...writeProbes, ...answerProbes, ...undecided];
