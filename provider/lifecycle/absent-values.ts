import { z } from "zod";
import type { Failure } from "../kernel/errors.ts";
import { deepest, isAbsent, isList, isRecord, withoutAbsentMembers } from "../kernel/json.ts";
import { pathText } from "../kernel/paths.ts";
import type { Log } from "../kernel/log.ts";
import type { Driver } from "./driver.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/**
 * Wraps a driver so that a `null` in arguments or states counts as absent. `check` rejects one in a list, and warns of one in a map: a value
 * that was expected there, such as a missing configuration, takes an entry away.
 */
export function ignoringAbsentValues(resource: Resource, log: Log, driver: Driver): Driver {
  const present = (values: Values) => withoutAbsentMembers(values);
  return {
    check: (inputs, context) => {
      const absent = absentEntries(resource, inputs);
      // Without its absent entries, a list would have its others at other places.
      const checked = driver.check(withoutAbsentMembers(inputs, absent.length > 0 ? [UNKNOWN] : []), context);
      for (const property of absentKeys(resource, inputs))
        log.warn(`${property}: is null, and counts as absent: give it a value, or take the key out`, context);
      return { ...checked, failures: [...absent, ...checked.failures] };
    },
    diff: (id, state, inputs, context) => driver.diff(id, present(state), present(inputs), context),
    create: (inputs, context) => driver.create(present(inputs), context),
    read: (id, state, context) => driver.read(id, present(state), context),
    update: (id, state, inputs, context) => driver.update(id, present(state), present(inputs), context),
    delete: (id, state, context) => driver.delete(id, present(state), context),
  };
}

/** The entries of lists that are `null`, at any depth. An argument of any type, as the triggers of an action, may have some. */
function absentEntries({ inputs: { shape } }: Resource, inputs: Values): Failure[] {
  const names = Object.keys(inputs).filter((name) => Object.hasOwn(shape, name) && !isOf(z.ZodUnknown, shape[name]));
  const reason = "is null: give it a value, or take the entry out of the list";
  return names.flatMap((name) => placesOfAbsent(inputs[name], [name])).map((property) => ({ property, reason }));
}

/** The keys of maps, such as tags, whose value is `null`. */
function absentKeys({ inputs: { shape } }: Resource, inputs: Values): string[] {
  return Object.entries(inputs).flatMap(([name, map]) => {
    const isMap = Object.hasOwn(shape, name) && isOf(z.ZodRecord, shape[name]) && isRecord(map);
    return isMap ? Object.keys(map).flatMap((key) => (map[key] === null ? [pathText([name, key])] : [])) : [];
  });
}

/** Whether the shape of an argument is of a class, also where the argument is optional. */
function isOf(kind: typeof z.ZodUnknown | typeof z.ZodRecord, shape: unknown): boolean {
  return shape instanceof z.ZodOptional ? isOf(kind, shape.unwrap()) : shape instanceof kind;
}

function placesOfAbsent(value: unknown, path: readonly PropertyKey[]): string[] {
  if (isAbsent(value)) return typeof path.at(-1) === "number" ? [pathText(path)] : [];
  if (path.length === deepest) return [];
  if (isList(value)) return value.flatMap((item, index) => placesOfAbsent(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => placesOfAbsent(inner, [...path, name])) : [];
}
