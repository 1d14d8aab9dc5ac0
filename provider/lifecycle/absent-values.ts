import { withoutAbsentMembers } from "../kernel/json.ts";
import type { Driver } from "./driver.ts";

/** Wraps a driver so that a `null` in arguments or states counts as absent. */
export function ignoringAbsentValues(driver: Driver): Driver {
  const present = withoutAbsentMembers;
  return {
    check: (inputs, context) => driver.check(present(inputs), context),
    diff: (id, state, inputs, context) => driver.diff(id, present(state), present(inputs), context),
    create: (inputs, context) => driver.create(present(inputs), context),
    read: (id, state, context) => driver.read(id, present(state), context),
    update: (id, state, inputs, context) => driver.update(id, present(state), present(inputs), context),
    delete: (id, state, context) => driver.delete(id, present(state), context),
  };
}
