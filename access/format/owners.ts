import type { ShownAccess } from "../shown-access.ts";

/**
 * How a format names the owner account; with its region if there are several regions.
 * `undefined` if all accesses have the same account and region.
 */
export function accountsText(accesses: readonly ShownAccess[]): ((access: ShownAccess) => string) | undefined {
  const hasMany = (values: readonly (string | undefined)[]) => new Set(values.filter((value) => value !== undefined)).size > 1;
  const hasRegions = hasMany(accesses.map(({ region }) => region));
  if (!hasRegions && !hasMany(accesses.map(({ account }) => account))) return undefined;
  return ({ account = "unknown", region }) => (hasRegions && region !== undefined ? `${account} in ${region}` : account);
}
