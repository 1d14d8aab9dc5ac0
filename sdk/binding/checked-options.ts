import * as pulumi from "@pulumi/pulumi";
import type { ProgramFunction } from "../../provider/functions/types.ts";
import { InputError } from "../../provider/kernel/errors.ts";
import { didYouMeanCode } from "../../provider/kernel/ids.ts";
import { isAbsent, withoutAbsentMembers } from "../../provider/kernel/json.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import type { CallOutputOptions } from "./options.ts";
import { withoutTrace } from "./program-error.ts";

/** The option of output variants alone. */
const waiting = "dependsOn";

/**
 * Returns the options of a call without absent ones.
 *
 * @throws InputError for an option that does not exist, because a call without it may go to another account
 */
export function checkedOptions<Options extends object>(
  name: string,
  known: readonly (keyof Options & string)[],
  given: Options | null | undefined,
): Options {
  // Members without a value are absent members, which options may lack.
  const options = withoutAbsentMembers(given ?? {}) as Options;
  const failures = Object.keys(options)
    .filter((option) => !known.some((other) => other === option))
    .map((option) => ({ property: option, reason: reasonOf(name, option, known) }));
  if (failures.length > 0) throw new InputError(failures);
  return options;
}

function reasonOf(name: string, option: string, known: readonly string[]): string {
  if (option === waiting) return `is an option of ${name}Output only: ${name} calls at once`;
  const meant = didYouMeanCode(option, known);
  return `is not an option${meant === "" ? `; the options are ${known.map((one) => `\`${one}\``).join(", ")}` : meant}`;
}

/** Throws an InputError for arguments that are outputs: their values are not known yet. */
export function assertNoOutputs(name: string, args: object | undefined): void {
  const outputs = Object.entries(args ?? {}).filter(([, value]) => pulumi.Output.isInstance(value));
  const reason = `is an output, and ${name} takes values only: call ${name}Output`;
  if (outputs.length > 0) throw new InputError(outputs.map(([property]) => ({ property, reason })));
}

/** Throws an InputError for wrong arguments. Called before a preview skips an action: it must reject what the update would reject. */
export function assertArguments({ check }: Pick<ProgramFunction, "check">, args: Values): void {
  const failures = check?.(args) ?? [];
  if (failures.length > 0) throw new InputError(failures);
}

/** Splits the options of an output variant into those of the call and the resources that must exist before it. */
export function splitDependencies<Options extends Pick<CallOutputOptions, typeof waiting>>(given: Options | null | undefined) {
  // Every member of the options of a call may be absent.
  const { dependsOn, ...options } = given ?? ({} as Options);
  return { ready: existence(dependsOn), options };
}

/** Returns an output that is known when all resources exist, also those inside components. In a preview, a new resource is unknown. */
function existence(dependsOn: CallOutputOptions["dependsOn"] | null): pulumi.Output<unknown> {
  if (isAbsent(dependsOn)) return pulumi.output(true);
  return pulumi.output(dependsOn).apply((found: unknown) => {
    const resources: readonly unknown[] = Array.isArray(found) ? found : [found];
    return pulumi.all(resources.flatMap(idsOf));
  });
}

function idsOf(resource: unknown): pulumi.Output<string>[] {
  if (!pulumi.Resource.isInstance(resource)) throw withoutTrace(InputError.of(waiting, "must be a resource or a list of resources"));
  if (pulumi.CustomResource.isInstance(resource)) return [resource.id];
  // The children of a component: its public type does not declare them.
  const children: unknown = "__childResources" in resource ? resource.__childResources : undefined;
  return [resource.urn, ...(children instanceof Set ? [...children].flatMap(idsOf) : [])];
}
