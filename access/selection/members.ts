import { compareNames } from "../compare-names.ts";
import { externalOf } from "../access.ts";
import { accessKey } from "../access-key.ts";
import { isOfWholeDirectory } from "../diff/review/risks.ts";
import type { ChangeKind } from "../diff/changes.ts";
import type { ShownAccess } from "../shown-access.ts";
import { shareKey, type Target, targetOf } from "../share-snapshot.ts";
import type { Directory } from "./directory.ts";

/** Selected or expanded accesses, and what the user should know about the selection. */
export interface Selected<Item> {
  readonly accesses: readonly Item[];
  readonly remarks: readonly string[];
}

/**
 * Replaces folders and directories by their member accounts. What a whole directory has or gains stays beside them, because it is a risk of
 * its own, and a folder without members stays, so that no change of access disappears. An access that an account has in several ways occurs
 * once, with all its shares. The remarks name the folders whose members are not known.
 *
 * @example
 * expandMembers(accesses, readDirectory('["11", "12"]')).accesses // of 11, 12 and rd-1
 */
export function expandMembers<Item extends ShownAccess>(accesses: readonly Item[], directory: Directory): Selected<Item> {
  const found = new Map<string, Item>();
  const foldersWithoutMembers = new Set<string>();
  for (const access of accesses) {
    // The account that shares has its resources anyway.
    const members = directory.membersOf(access.target)?.filter((id) => id !== access.account);
    // Accounts and services have no members, and those of a directory are always known.
    if (members === undefined && access.target.kind === "Folder") foldersWithoutMembers.add(access.target.id);
    const targets = (members ?? []).map((id): Target => targetOf(id, false));
    if (targets.length === 0 || isOfWholeDirectory(access)) targets.push(access.target);
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
  const target = { ...one.target, external: externalOf([one.target, other.target]) };
  return { ...one, ...changeOfBoth(one, other), target, pending: one.pending && other.pending, shares: [...shares.values()] };
}

/** The joined change of an access that an account has in two ways: kept if one of them is kept. */
function changeOfBoth(one: ShownAccess, other: ShownAccess): Pick<ShownAccess, "change" | "gap" | "mayBeLost"> {
  const both = [one, other];
  const some = (kind: ChangeKind) => both.some(({ change }) => change === kind);
  const gap = one.gap && other.gap;
  if (one.change === undefined) return { gap }; // as in `access`, which compares nothing
  const kept = both.filter(({ change }) => change === "kept");
  if (kept.length > 0) return { change: "kept", gap: kept.every((access) => access.gap) };
  const exists = both.some(({ change, mayBeLost }) => change === "lost" || mayBeLost === true);
  // Lost in one way and gained in the other, in an order that is not known.
  if (some("gained")) return exists ? { change: "kept", gap: true } : { change: "gained", gap };
  return some("unknown") ? { change: "unknown", gap: false, mayBeLost: exists } : { change: "lost", gap };
}
