import { kindOf } from "../../access/format/target-kind.ts";
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
    kindOf(target),
    resource.type,
    resource.id,
    permission,
    shareName,
    shareId,
    owner,
    pending ? "pending" : "in force",
  ].join(" ");
}
