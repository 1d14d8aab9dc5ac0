import type { z } from "zod";
import type { Failure } from "../kernel/errors.ts";
import { isAbsent, isList, withoutAbsentMembers } from "../kernel/json.ts";
import { pathText } from "../kernel/paths.ts";
import type { Driver } from "./driver.ts";
import { isListShape } from "./list-order.ts";
import type { Resource, Values } from "./resource.ts";

/**
 * Wraps a driver so that a `null` in arguments or states counts as absent. `check` rejects one in a list: a value that was expected there,
 * such as a missing configuration, would otherwise take an entry away.
 */
export function ignoringAbsentValues(resource: Resource, driver: Driver): Driver {
  const present = withoutAbsentMembers;
  return {
    check: (inputs, context) => {
      const checked = driver.check(present(inputs), context);
      return { ...checked, failures: [...absentEntries(resource, inputs), ...checked.failures] };
    },
    diff: (id, state, inputs, context) => driver.diff(id, present(state), present(inputs), context),
    create: (inputs, context) => driver.create(present(inputs), context),
    read: (id, state, context) => driver.read(id, present(state), context),
    update: (id, state, inputs, context) => driver.update(id, present(state), present(inputs), context),
    delete: (id, state, context) => driver.delete(id, present(state), context),
  };
}

/** The entries of lists that are `null`. */
function absentEntries(resource: Resource, inputs: Values): Failure[] {
  // The type of zod's own shape is `any`.
  const shape: Readonly<Record<string, z.core.$ZodType>> = resource.inputs.shape;
  const reason = "is null: give it a value, or take the entry out of the list";
  return Object.entries(inputs).flatMap(([name, list]) => {
    if (!isListShape(shape[name]) || !isList(list)) return [];
    return list.flatMap((entry, index) => (isAbsent(entry) ? [{ property: pathText([name, index]), reason }] : []));
  });
}
