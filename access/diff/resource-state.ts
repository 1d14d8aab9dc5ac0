import { z } from "zod";
import { UNKNOWN } from "../../provider/lifecycle/resource.ts";
import { isAbsent } from "../../provider/kernel/json.ts";
import { explicitProviderName, withoutSecretEnvelopes } from "../stack-state.ts";
import { withUnknown } from "../untyped-values.ts";

/** The old or the new state of a resource as the engine prints it. */
export const EngineState = z
  .looseObject({
    type: z.string(),
    urn: z.string().optional(),
    id: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()).optional(),
    outputs: z.record(z.string(), z.unknown()).optional(),
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).optional(),
    dependencies: z.array(z.string()).nullish(),
    pendingReplacement: z.boolean().optional(),
    external: z.boolean().optional(),
    retainOnDelete: z.boolean().optional(),
    provider: z.string().optional(),
    deletedWith: z.string().optional(),
  })
  .nullish();

/** The inputs that the diff uses. The others, above all the provider's code, would only use memory. */
const inputNames = [
  "name",
  "adopt",
  "exclusive",
  "allowExternalTargets",
  "resources",
  "resourceProperties",
  "resourceArns",
  "targets",
  "permissionName",
  "permissionNames",
  "shareId",
  "account",
  "region",
  "leaveOnDelete",
  "__share",
] as const;

/** The outputs that the diff uses. */
const outputNames = [
  "name",
  "owner",
  "account",
  "accountId",
  "associations",
  "targets",
  "resourceProperties",
  "permissionName",
  "permissionNames",
  "unverifiedPermissionNames",
  "resourceType",
  "defaultPermission",
  "shareId",
  "receiverAccountId",
  "invitationId",
] as const;

/** The inputs and outputs that only the number of calls depends on. */
const callNames = ["tags", "resourceGroupId"] as const;
type CallName = (typeof callNames)[number];

/** Some of a resource's values: absent ones are left out, and any part may be UNKNOWN. */
type PickedValues<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** The old or the new state of a resource in a preview. */
export interface ResourceState {
  readonly id: string | undefined;
  readonly inputs: PickedValues<(typeof inputNames)[number] | CallName>;
  readonly outputs: PickedValues<(typeof outputNames)[number] | CallName>;
  /** URNs of the resources that `shareId` comes from. */
  readonly shareIdSources: readonly string[];
  /** Whether the engine deletes it before it creates the replacement. */
  readonly pendingReplacement: boolean;
  /** The option `retainOnDelete`: the engine removes it from the state only. */
  readonly retainOnDelete: boolean;
  /** The option `deletedWith`: the URN of another resource. */
  readonly deletedWith: string | undefined;
  /** The name of the explicit provider of the plugin. */
  readonly explicitProvider?: string | undefined;
  /** Whether the program only reads the object (`.get`): the engine's state has it as external. */
  readonly isRead?: boolean | undefined;
}

/**
 * Picks what the diff uses of a resource's state. Values that are secret or not known yet become UNKNOWN.
 *
 * @param seen Its `secret` becomes `true` when a value is secret that access depends on.
 */
export function resourceStateOf(state: z.infer<typeof EngineState>, seen: { secret: boolean }): ResourceState | undefined {
  if (!state) return undefined;
  const { id, propertyDependencies = {}, dependencies } = state;
  // Access does not depend on these values, so a secret among them hides nothing of it.
  const ignored = { secret: false };
  return {
    id: id === "" ? undefined : id,
    inputs: { ...picked(state.inputs, inputNames, seen), ...picked(state.inputs, callNames, ignored) },
    outputs: { ...picked(state.outputs, outputNames, seen), ...picked(state.outputs, callNames, ignored) },
    shareIdSources: propertyDependencies["shareId"] ?? dependencies ?? [],
    pendingReplacement: state.pendingReplacement === true,
    retainOnDelete: state.retainOnDelete === true,
    deletedWith: state.deletedWith === "" ? undefined : state.deletedWith,
    explicitProvider: explicitProviderName(state.provider),
    isRead: state.external === true,
  };
}

function picked<Name extends string>(
  record: Readonly<Record<string, unknown>> = {},
  names: readonly Name[],
  seen: { secret: boolean },
): PickedValues<Name> {
  const values: Partial<Record<Name, unknown>> = {};
  for (const name of names)
    if (Object.hasOwn(record, name) && !isAbsent(record[name]))
      values[name] = withUnknown(withoutSecretEnvelopes(record[name], seen, UNKNOWN));
  return values;
}
