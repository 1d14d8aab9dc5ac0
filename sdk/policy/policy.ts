import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import type { Options } from "./option.ts";

/**
 * A policy of this package, for a `PolicyPack` of `@pulumi/policy`. Its type has the policy's name and options.
 *
 * @example
 * ```ts
 * new PolicyPack("sharing", { policies: [wholeDirectory, naming] }, { naming: { enforcementLevel: "mandatory", pattern: "^[a-z-]+$" } });
 * ```
 */
export interface SharingPolicy<Name extends string, Declared extends Options>
  extends ResourceValidationPolicy, Partial<Pick<StackValidationPolicy, "validateStack">> {
  /** The name of the policy, as configuration files use it. */
  name: Name;
  /** The options by name. */
  readonly options: Declared;
  /** The options of which it needs at least one: without them it reports nothing. Absent: it needs none. */
  readonly needsOneOf?: readonly string[] | undefined;
  /** The limits of the policy: facts that it cannot check. */
  readonly notChecked: string;
}
