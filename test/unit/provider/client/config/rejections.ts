import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { InputError } from "../../../../../provider/kernel/errors.ts";

/** What is wrong with a configuration; nothing when it is accepted. */
export function rejectionsOf(values: Readonly<Record<string, unknown>>, environment: Readonly<Record<string, string>> = {}) {
  try {
    readConfiguration(values, environment);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.failures;
  }
}
