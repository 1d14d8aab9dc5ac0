import type { Grant } from "../index.ts";

/** Whether a text contains every word of a search, in any case and order. An empty search matches every text. */
export function matchesSearch(text: string, search: string): boolean {
  const lowerCase = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerCase.includes(word));
}

/** The words of an access that a search compares, as the table of the console shows them. */
export function textOfGrant({ target, resource, permission, shareName, shareId, owner, pending }: Grant): string {
  return [
    target.id,
    targetKindOf(target),
    resource.type,
    resource.id,
    permission,
    shareName,
    shareId,
    owner,
    pending ? "pending" : "in force",
  ].join(" ");
}

/** The kind of a target in words, as `external account`. */
export function targetKindOf({ kind, external }: Grant["target"]): string {
  const noun = kind === "ResourceDirectory" ? "directory" : kind.toLowerCase();
  return external ? `external ${noun}` : noun;
}

/** Whether a permission lets targets change resources, as `isWritePermission` decides it, which the page cannot load. */
export function isWrite({ permission }: Grant): boolean {
  return /write|full|manage|admin/i.test(permission);
}

/** Whether a target is outside the directory, a service or a whole directory. */
export function isRiskyTarget({ target }: Grant): boolean {
  return target.external || target.kind === "Service" || target.kind === "ResourceDirectory";
}

/** The rank of an access in the order of `riskFirst`, which the page cannot load: a test compares both. */
export function riskRankOf(grant: Grant): number {
  const { external, kind } = grant.target;
  return [external, kind === "Service", kind === "ResourceDirectory", isWrite(grant), true].indexOf(true);
}
