import { configurationKeys } from "../client/config/configuration-keys.ts";
import { type Failure, InputError } from "../kernel/errors.ts";
import { nearest, nearestArgument } from "../kernel/ids.ts";
import { withIllFormedTexts } from "../kernel/ill-formed.ts";
import { valueAt } from "../kernel/paths.ts";
import { shapeFailures } from "../kernel/shape-failures.ts";
import { inPlainWords } from "../kernel/shape-reason.ts";
import { isUnknown } from "./diff.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/** Returns all failures of arguments: unknown names, wrong shapes, and violated rules between them. */
export function checkValues(resource: Resource, inputs: Values): Failure[] {
  const known = Object.keys(resource.inputs.shape);
  const unknownNames = Object.keys(inputs)
    .filter((name) => !known.includes(name) && inputs[name] !== undefined)
    .map((name): Failure => ({
      property: name,
      reason: `is not an argument of ${resource.token}${argumentAdvice(resource, name, known)}`,
    }));
  const result = resource.inputs.safeParse(inputs, inPlainWords);
  const issues = result.error?.issues.filter(({ code, path }) => code === "invalid_key" || !isUnknownAt(inputs, path));
  const failures = [...shapeFailures(resource.inputs, issues, inputs), ...checkAdopt(resource, inputs), ...resource.check(inputs)];
  // A missing argument is probably the unknown one, misspelt.
  const isMisspelt = ({ property }: Failure) => unknownNames.length > 0 && known.includes(property) && inputs[property] === undefined;
  return withIllFormedTexts(inputs, [...unknownNames, ...failures.filter((failure) => !isMisspelt(failure))]);
}

function argumentAdvice({ partOf }: Resource, name: string, known: readonly string[]): string {
  const isOfWhole = partOf !== undefined && Object.hasOwn(partOf.inputs.shape, name) && nearest(name, known) === undefined;
  if (isOfWhole) return `: set it on the ${partOf.token}`;
  return Object.hasOwn(configurationKeys, name) ? `: set it in the configuration, as resourceshare:${name}` : nearestArgument(name, known);
}

function checkAdopt({ idForm }: Resource, { adopt }: Values): Failure[] {
  return typeof adopt === "string" && idForm?.pattern.test(adopt) === false ? [{ property: "adopt", reason: idForm.reason }] : [];
}

/** Throws when an id cannot be that of an existing object, in an import or a lookup. */
export function assertImportable({ token, idForm }: Resource, id: string): void {
  if (idForm === undefined)
    throw InputError.of(
      "id",
      `${token} cannot be imported or looked up: the service keeps no record of it; a new one calls the service again`,
    );
  if (!idForm.pattern.test(id)) throw InputError.of("id", `"${id}" is not an id of ${token}: it ${idForm.reason}`);
}

/** Returns whether the value at a path is UNKNOWN in part, or belongs to a value that is UNKNOWN. */
function isUnknownAt(root: unknown, path: readonly PropertyKey[]): boolean {
  return isUnknown(valueAt(root, path)) || path.some((_, length) => valueAt(root, path.slice(0, length)) === UNKNOWN);
}
