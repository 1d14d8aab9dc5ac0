import { z } from "zod";
import { type Failure, InputError } from "../kernel/errors.ts";
import { valueAt } from "../kernel/paths.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/**
 * Throws an InputError that names every property of a state that should be a list or map and is not.
 * Such a state was edited. A wrong guess could remove access that is wanted, or leave access that is not.
 */
export function validateState(resource: Resource, state: Values): void {
  const shape = z.object({ ...resource.inputs.shape, ...resource.outputs.shape }).partial();
  const issues = shape.safeParse(state).error?.issues ?? [];
  const names = new Set(issues.filter((issue) => isStructural(issue, state)).map(({ path }) => String(path[0])));
  const failures = [...names].map((property): Failure => {
    const reason = `is not in the state as ${resource.token} writes it: nothing was done. Was the state edited? Restore it with \`pulumi stack import\``;
    return { property, reason };
  });
  if (failures.length > 0) throw new InputError(failures);
}

/**
 * Returns whether a list, a map or a part of one has another type; an item of a list may be UNKNOWN.
 * Other rules are ignored: the service may accept what they reject.
 */
function isStructural(issue: z.core.$ZodIssue, value: unknown, isPart = issue.path.length > 1): boolean {
  const found = valueAt(value, issue.path);
  if (found === UNKNOWN && typeof issue.path.at(-1) === "number") return false;
  if (issue.code === "invalid_union") return issue.errors.every((option) => option.some((inner) => isStructural(inner, found, true)));
  return issue.code === "invalid_type" && (isPart || issue.expected === "array" || issue.expected === "record");
}

/** Returns a state with all its list outputs; rejects a state that was edited into another form. */
export function completedState(resource: Resource, state: Values): Values {
  validateState(resource, state);
  const lists = Object.entries(resource.outputs.shape).filter(([, shape]) => "element" in shape);
  return { ...Object.fromEntries(lists.map(([name]) => [name, []])), ...state };
}
