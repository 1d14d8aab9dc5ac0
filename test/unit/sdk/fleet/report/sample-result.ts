import { noPolicies } from "../../../../../access/diff/policies/policy-findings.ts";
import type { FleetResult, StackResult } from "../../../../../sdk/fleet/run/results.ts";

/** The result of a stack that changed nothing. */
export function resultOf(name: string, changes: Partial<StackResult> = {}): StackResult {
  return {
    name,
    account: "owner",
    region: "cn-hangzhou",
    status: "succeeded",
    seconds: 2.5,
    resources: { same: 3 },
    reasons: [],
    stoppedByPolicies: false,
    warnings: [],
    because: [],
    ...changes,
  };
}

/** A result of stacks without a change of access. */
export function fleetResultOf(stacks: readonly StackResult[], changes: Partial<FleetResult> = {}): FleetResult {
  const access = { changes: [], remarks: [], unknownTargetShares: [], policies: noPolicies, isIncomplete: false };
  return { fleet: "network", operation: "up", stacks, access, headroom: [], ...changes };
}

/** An access that a stack gains. */
export function gainedBy(stack: string): FleetResult["access"]["changes"][number] {
  return {
    stack,
    change: "gained",
    gap: false,
    target: { id: "fd-apps01", kind: "Folder", external: false },
    resource: { type: "VSwitch", id: "vsw-1" },
    permission: "default",
    account: undefined,
    pending: false,
    shares: [{ name: "edge", id: "rs-1", urn: undefined, pending: false }],
  };
}
