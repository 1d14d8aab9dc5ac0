/**
 * Which permission is for which resource type, as far as names tell: what is attached for a type counts first, then a listed name that holds the name of
 * the type, as the service's own do. When one name and one type are left, they belong together, unless the name is one of the service's own: then it is for another type.
 */
export function permissionsByType(
  listed: readonly string[],
  types: readonly string[],
  attached: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map(attached);
  const taken = new Set(attached.values());
  const free = () => [...new Set(types)].filter((type) => !found.has(type));
  // The longest type first: of two types one may be part of the other's name.
  for (const type of free().toSorted((a, b) => b.length - a.length)) {
    const name = listed.find((candidate) => !taken.has(candidate) && candidate.toLowerCase().includes(type.toLowerCase()));
    if (name === undefined) continue;
    found.set(type, name);
    taken.add(name);
  }
  const [names, open] = [listed.filter((name) => !taken.has(name)), free()];
  const [name, type] = [names[0], open[0]];
  const belongs = names.length === 1 && open.length === 1 && !name?.startsWith(ownPrefix);
  if (belongs && name !== undefined && type !== undefined) found.set(type, name);
  return found;
}

/** What the names of the service's own permissions begin with. */
const ownPrefix = "AliyunRS";
