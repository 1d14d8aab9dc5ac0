import { deepest, isAbsent, isList, isRecord, withoutAbsentMembers } from "../kernel/json.ts";
import type { Log } from "../kernel/log.ts";
import { pathText } from "../kernel/paths.ts";
import type { Driver } from "./driver.ts";

/**
 * Wraps a driver so that a `null` in arguments or states counts as absent. `check` warns of one in a list: a value that was expected there,
 * such as a missing configuration, would otherwise take an entry away.
 */
export function ignoringAbsentValues(log: Log, driver: Driver): Driver {
  const present = withoutAbsentMembers;
  return {
    check: (inputs, context) => {
      for (const place of absentEntries(inputs)) log.warn(`${place} is null, and is left out: is a value missing there?`, context);
      return driver.check(present(inputs), context);
    },
    diff: (id, state, inputs, context) => driver.diff(id, present(state), present(inputs), context),
    create: (inputs, context) => driver.create(present(inputs), context),
    read: (id, state, context) => driver.read(id, present(state), context),
    update: (id, state, inputs, context) => driver.update(id, present(state), present(inputs), context),
    delete: (id, state, context) => driver.delete(id, present(state), context),
  };
}

/** The places of entries of lists that are `null`. */
function absentEntries(value: unknown, path: readonly PropertyKey[] = []): string[] {
  if (isAbsent(value)) return typeof path.at(-1) === "number" ? [pathText(path)] : [];
  if (path.length === deepest) return [];
  if (isList(value)) return value.flatMap((item, index) => absentEntries(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => absentEntries(inner, [...path, name])) : [];
}
