import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import type { Options } from "./option.ts";

/** A policy of this package: for `@pulumi/policy`, with its name and options as types. */
export interface SharingPolicy<Name extends string, Declared extends Options>
  extends ResourceValidationPolicy, Partial<Pick<StackValidationPolicy, "validateStack">> {
  name: Name;
  /** The options by name. */
  readonly options: Declared;
  /** What the policy cannot know. */
  readonly cannotJudge: string;
}
