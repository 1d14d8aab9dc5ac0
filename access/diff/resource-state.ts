import type { z } from "zod";
import { UNKNOWN } from "../../provider/lifecycle/resource.ts";
import { isAbsent } from "../../provider/kernel/json.ts";
import { type EngineFacts, engineFactsOf, type EngineState, withoutSecretEnvelopes } from "../stack-state.ts";
import { withUnknown } from "../untyped-values.ts";

/** The inputs and outputs that access depends on. The others, above all the provider's code, would only use memory. */
const accessNames = [
  "name",
  "adopt",
  "exclusive",
  "allowExternalTargets",
  "resources",
  "resourceProperties",
  "resourceArns",
  "targets",
  "associations",
  "permissionName",
  "permissionNames",
  "unverifiedPermissionNames",
  "resourceType",
  "defaultPermission",
  "shareId",
  "owner",
  "account",
  "accountId",
  "receiverAccountId",
  "region",
  "invitationId",
  "status",
  "leaveOnDelete",
  "__share",
] as const;

/** Some of a resource's values: absent ones are left out, and any part may be UNKNOWN. */
type PickedValues = Readonly<Partial<Record<(typeof accessNames)[number], unknown>>>;

/** The old or the new state of a resource in a preview. */
export interface ResourceState extends EngineFacts {
  readonly inputs: PickedValues;
  readonly outputs: PickedValues;
}

/**
 * Picks what the diff uses of a resource's state. Values that are secret or not known yet become UNKNOWN.
 *
 * @param seen Its `secret` becomes `true` when a value is secret that access depends on.
 */
export function resourceStateOf(state: z.infer<typeof EngineState>, seen: { secret: boolean }): ResourceState {
  return { ...engineFactsOf(state), inputs: picked(state.inputs, seen), outputs: picked(state.outputs, seen) };
}

function picked(record: Readonly<Record<string, unknown>> = {}, seen: { secret: boolean }): PickedValues {
  return Object.fromEntries(
    accessNames
      .filter((name) => Object.hasOwn(record, name) && !isAbsent(record[name]))
      .map((name) => [name, withUnknown(withoutSecretEnvelopes(record[name], seen, UNKNOWN))]),
  );
}
