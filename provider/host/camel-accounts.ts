import { accountMembers } from "../client/config/configuration-keys.ts";
import { snakeCase } from "../functions/camel-case.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import type { Values } from "../lifecycle/resource.ts";

/**
 * Returns the arguments of a provider with the names of the members of `accounts` in camelCase: Python passes them as `access_key_id`.
 *
 * @param values - `accounts` is an object, or a JSON text
 */
export function withCamelAccounts(values: Values): Values {
  const { accounts: given } = values;
  const accounts = typeof given === "string" ? parseJson(given) : given;
  if (!isRecord(accounts)) return values;
  const named = Object.entries(accounts).map(([name, one]) => [name, isRecord(one) ? withCamelNames(one) : one]);
  return { ...values, accounts: Object.fromEntries(named) };
}

function withCamelNames(account: Values): Values {
  const names = new Map(Object.keys(accountMembers).map((name) => [snakeCase(name), name]));
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [names.get(name) ?? name, value]));
}
