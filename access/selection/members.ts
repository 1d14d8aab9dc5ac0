import { compareNames } from "../compare-names.ts";
import { accessKey } from "../access.ts";
import type { ShownAccess } from "../shown-access.ts";
import { shareKey, type Target, targetOf } from "../share-snapshot.ts";
import type { Directory } from "./directory.ts";

/** Selected or expanded accesses, and what the user should know about the selection. */
export interface Selected<Item> {
  readonly accesses: readonly Item[];
  readonly remarks: readonly string[];
}

/**
 * Replaces folders and directories by their member accounts. An access that an account has in several ways occurs once, with all its
 * shares. The remarks name the folders whose members are not known.
 *
 * @example
 * expandMembers(accesses, readDirectory('["11", "12"]')).accesses // of 11 and 12 in place of rd-1
 */
export function expandMembers<Item extends ShownAccess>(accesses: readonly Item[], directory: Directory): Selected<Item> {
  const found = new Map<string, Item>();
  const foldersWithoutMembers = new Set<string>();
  for (const access of accesses) {
    const members = directory.membersOf(access.target);
    // Accounts and services have no members, and those of a directory are always known.
    if (members === undefined && access.target.kind === "Folder") foldersWithoutMembers.add(access.target.id);
    const targets = members === undefined ? [access.target] : members.map((id): Target => targetOf(id, false));
    for (const target of targets) {
      const expanded = { ...access, target };
      const key = `${access.stack ?? ""} ${accessKey(expanded)}`;
      const known = found.get(key);
      found.set(key, known === undefined ? expanded : joined(known, expanded));
    }
  }
  return {
    accesses: [...found].toSorted(([one], [other]) => compareNames(one, other)).map(([, access]) => access),
    remarks: [...foldersWithoutMembers].map(
      (id) => `${id}: the file of --directory does not have this folder, so its members are not known`,
    ),
  };
}

function joined<Item extends ShownAccess>(one: Item, other: Item): Item {
  const shares = new Map([...one.shares, ...other.shares].map((share) => [shareKey(share), share]));
  return { ...one, ...changeOfBoth(one, other), pending: one.pending && other.pending, shares: [...shares.values()] };
}

/** The joined change of an access that an account has in two ways: kept if one of them is kept. */
function changeOfBoth(one: ShownAccess, other: ShownAccess): Pick<ShownAccess, "change" | "gap"> {
  const hasNoChange = one.change === undefined; // as in `access`, which compares nothing
  if (hasNoChange || one.change === other.change) return { gap: one.gap && other.gap };
  const kept = [one, other].filter(({ change }) => change === "kept");
  if (kept.length > 0) return { change: "kept", gap: kept.every(({ gap }) => gap) };
  if ([one.change, other.change].includes("unknown")) return { change: "unknown", gap: false };
  // Lost in one way and gained in the other, in an order that is not known.
  return { change: "kept", gap: true };
}
