import type { FullWorldFile } from "../../../simulator/index.ts";
import { canonicalJson, isRecord, sameJson } from "../../../provider/kernel/json.ts";

/** The access and the device actions of a world, without times and past records. */
export function worldOf({ shares, invitations, directories, device }: FullWorldFile) {
  const present = shares
    .filter(({ status }) => status === "Active" || status === "Pending")
    .map(({ id, name, owner, status, groupId, allowExternalTargets, tags, permissions, associations }) => ({
      ...{ id, name, owner, status, groupId, allowExternalTargets, tags },
      permissions: Object.fromEntries(Object.entries(permissions).map(([type, held]) => [type, held.name])),
      entities: associations
        .filter((association) => association.status !== "Disassociated" && association.status !== "Failed")
        .map((association) => `${association.type} ${association.id} ${association.status}`)
        .toSorted(),
    }));
  return {
    shares: Object.fromEntries(present.map((share) => [share.id, share])),
    invitations: Object.fromEntries(
      invitations
        .filter(({ status, shareId }) => (status === "Pending" || status === "Accepted") && present.some(({ id }) => id === shareId))
        .map(({ id, shareId, receiver, status }) => [id, { shareId, receiver, status }]),
    ),
    done: (device?.done ?? []).map(({ operation }) => operation),
    sharing: Object.fromEntries(directories.map(({ id, sharingEnabled }) => [id, sharingEnabled])),
  };
}

/** The differences of two values, by path. Lists are sets: a state keeps them in the order in which it has first seen their elements. */
export function differencesOf(path: string, expected: unknown, found: unknown): string[] {
  if (sameJson(expected, found)) return [];
  const bothLists = Array.isArray(expected) && Array.isArray(found);
  if (bothLists && sameJson(sorted(expected), sorted(found))) return [];
  if (!bothLists && (!isRecord(expected) || !isRecord(found)))
    return [`${path} is ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`];
  const [before, after] = [Object.entries(expected as object), Object.entries(found as object)].map(
    (entries) => new Map<string, unknown>(entries),
  );
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].flatMap((name) => differencesOf(`${path}.${name}`, before?.get(name), after?.get(name)));
}

function sorted(list: readonly unknown[]): string[] {
  return list.map((item) => canonicalJson(item)).toSorted();
}
