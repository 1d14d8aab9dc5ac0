/**
 * Assigns permissions to resource types by their names. A permission that is attached for a type comes first, then a listed name that
 * contains the type, as system permissions do. When one name and one type remain, they belong together, unless the name is a system
 * permission: then it is for another type.
 *
 * @param listed Permission names whose type is not known.
 * @param types Resource types of the share.
 * @param attached Permission names whose type is known, by type.
 * @example
 * permissionsByType(["AliyunRSPermissionImageReadOnly"], ["Image", "VSwitch"], new Map())
 * // Map { "Image" => "AliyunRSPermissionImageReadOnly" }: VSwitch has its default permission
 */
export function permissionsByType(
  listed: readonly string[],
  types: readonly string[],
  attached: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map(attached);
  const assigned = new Set(attached.values());
  const free = () => [...new Set(types)].filter((type) => !found.has(type));
  // The longest type first: one type may be a part of another type's name.
  for (const type of free().toSorted((a, b) => b.length - a.length)) {
    const name = listed.find((candidate) => !assigned.has(candidate) && candidate.toLowerCase().includes(type.toLowerCase()));
    if (name === undefined) continue;
    found.set(type, name);
    assigned.add(name);
  }
  const [names, open] = [listed.filter((name) => !assigned.has(name)), free()];
  const [name, type] = [names[0], open[0]];
  const belongs = names.length === 1 && open.length === 1 && !name?.startsWith(systemPrefix);
  if (belongs && name !== undefined && type !== undefined) found.set(type, name);
  return found;
}

const systemPrefix = "AliyunRS";
