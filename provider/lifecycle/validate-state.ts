import { z, type ZodObject } from "zod";
import { type Failure, InputError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/**
 * Throws an InputError that names every property of a state that should be a list or map and is not.
 * Such a state was edited. A wrong guess could remove access that is wanted, or leave access that is not.
 */
export function validateState(resource: Resource, state: Values): void {
  const shapes = Object.entries({ ...resource.inputs.shape, ...resource.outputs.shape });
  const failures = shapes
    .filter(([name, shape]) => state[name] !== undefined && isStructured(shape) && !fits(shape, state[name]))
    .map(([name]): Failure => {
      const reason = `is not in the state as ${resource.token} writes it: nothing was done. Was the state edited? Restore it with \`pulumi stack import\``;
      return { property: name, reason };
    });
  if (failures.length > 0) throw new InputError(failures);
}

function isStructured(shape: unknown): boolean {
  if (shape instanceof z.ZodOptional) return isStructured(shape.unwrap());
  return shape instanceof z.ZodArray || shape instanceof z.ZodRecord;
}

/** Returns whether a value has the structure of a shape. The rules for strings are ignored: the service may accept others. */
function fits(shape: unknown, value: unknown): boolean {
  if (shape instanceof z.ZodOptional) return value === undefined || fits(shape.unwrap(), value);
  if (shape instanceof z.ZodArray) return Array.isArray(value) && value.every((item) => item === UNKNOWN || fits(shape.element, item));
  if (shape instanceof z.ZodRecord) return isRecord(value) && Object.values(value).every((item) => fits(shape.valueType, item));
  if (shape instanceof z.ZodUnion) return shape.options.some((option) => fits(option, value));
  if (shape instanceof z.ZodObject)
    return isRecord(value) && Object.entries(shape.shape).every(([name, inner]) => fits(inner, value[name]));
  return !(shape instanceof z.ZodString) || typeof value === "string";
}

/** Returns a state with all its list outputs; rejects a state that was edited into another form. */
export function completedState(resource: Resource, state: Values): Values {
  validateState(resource, state);
  return { ...emptyOutputs(resource.outputs), ...state };
}

/** Returns every list output as an empty list, so that `needsReconcile` accepts an incomplete state. */
function emptyOutputs(outputs: ZodObject): Values {
  const lists = Object.entries(outputs.shape).filter(([, shape]) => "element" in shape);
  return Object.fromEntries(lists.map(([name]) => [name, []]));
}
