import { type Failure, InputError } from "../kernel/errors.ts";
import { didYouMeanCode } from "../kernel/ids.ts";
import { illFormedTexts } from "../kernel/ill-formed.ts";
import { pathText, valueAt } from "../kernel/paths.ts";
import { shapeReason } from "../kernel/shape-reason.ts";
import { unknownFieldsReason } from "../kernel/unknown-fields.ts";
import { isUnknown } from "./diff.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/** Returns all failures of arguments: unknown names, wrong shapes, and violated rules between them. */
export function checkValues(resource: Resource, inputs: Values): Failure[] {
  const known = Object.keys(resource.inputs.shape);
  const unknownNames = Object.keys(inputs)
    .filter((name) => !known.includes(name) && inputs[name] !== undefined)
    .map((name): Failure => ({ property: name, reason: `is not an argument of ${resource.token}${didYouMeanCode(name, known)}` }));
  const result = resource.inputs.safeParse(inputs);
  const shapes = (result.error?.issues ?? [])
    .filter((issue) => issue.code === "invalid_key" || !isUnknownAt(inputs, issue.path))
    .map((issue): Failure => ({ property: pathText(issue.path), reason: reasonOf(resource, issue, valueAt(inputs, issue.path)) }));
  return [...unknownNames, ...shapes, ...illFormedTexts(inputs), ...checkAdopt(resource, inputs), ...resource.check(inputs)];
}

function checkAdopt({ idForm }: Resource, { adopt }: Values): Failure[] {
  return typeof adopt === "string" && idForm?.pattern.test(adopt) === false ? [{ property: "adopt", reason: idForm.reason }] : [];
}

/** Throws when an id cannot be that of an existing object, in an import or a lookup. */
export function assertImportable({ token, idForm }: Resource, id: string): void {
  if (idForm === undefined) throw InputError.of("id", `${token} cannot be imported or looked up: the service keeps no record of it`);
  if (!idForm.pattern.test(id)) throw InputError.of("id", `"${id}" is not an id of ${token}: it ${idForm.reason}`);
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
  /** The failures of a map's key. */
  readonly issues?: readonly { readonly message: string }[];
}

function reasonOf(resource: Resource, issue: Issue, value: unknown): string {
  if (issue.code === "unrecognized_keys") return unknownFieldsReason(resource.inputs, { path: issue.path, keys: issue.keys ?? [] });
  if (issue.code === "invalid_key") return (issue.issues ?? [issue]).map(({ message }) => shapeReason(message)).join("; ");
  return value === undefined ? "is required" : shapeReason(issue.message);
}

/** Returns whether the value at a path is UNKNOWN in part, or belongs to a value that is UNKNOWN. */
function isUnknownAt(root: unknown, path: readonly PropertyKey[]): boolean {
  return isUnknown(valueAt(root, path)) || path.some((_, length) => valueAt(root, path.slice(0, length)) === UNKNOWN);
}
