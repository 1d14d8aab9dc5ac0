import type { FleetStack } from "../../../../sdk/fleet/fleet.ts";

/** A stack that does nothing. */
export function stackOf(name: string, changes: Partial<FleetStack> = {}): FleetStack {
  return {
    name,
    program: { kind: "inline", project: "sample", run: () => Promise.resolve() },
    account: "owner",
    accountId: "1000000000000001",
    region: "cn-hangzhou",
    wave: 1,
    dependsOn: [],
    config: {},
    environment: {},
    ...changes,
  };
}
