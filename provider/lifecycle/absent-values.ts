import { withoutAbsentMembers } from "../kernel/json.ts";
import type { Driver } from "./driver.ts";

/** The driver as engines and tests call it: an argument or a part of a state that is `null` is the same as one that is not there. */
export function ignoringAbsentValues(driver: Driver): Driver {
  const present = withoutAbsentMembers;
  return {
    check: (inputs, occasion) => driver.check(present(inputs), occasion),
    diff: (id, state, inputs, occasion) => driver.diff(id, present(state), present(inputs), occasion),
    create: (inputs, occasion) => driver.create(present(inputs), occasion),
    read: (id, state, occasion) => driver.read(id, present(state), occasion),
    update: (id, state, inputs, occasion) => driver.update(id, present(state), present(inputs), occasion),
    delete: (id, state, occasion) => driver.delete(id, present(state), occasion),
  };
}
