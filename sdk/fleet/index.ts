/**
 * Many stacks, accounts and regions: the description that `resourceshare fleet` runs.
 *
 * @module pulumi-resourceshare/fleet
 */
import "../../provider/kernel/supported-node.ts";
export { defineFleet } from "./description.ts";
export type {
  FleetAccount,
  FleetConcurrency,
  FleetConfig,
  FleetDescription,
  FleetStackDescription,
  InlineProgram,
  SecretReference,
  SecretVariables,
} from "./description.ts";
export type { Fleet, FleetProgram, FleetStack } from "./fleet.ts";
export { readDescription } from "./read-description.ts";
