import { kindOf } from "../../access/format/target-kind.ts";
import type { Grant } from "../index.ts";

/** How the console names an account: its id with its name. What has no name, such as a folder, has its id alone. */
export type AccountNamer = (id: string) => string;

export function accountNamer(accounts: Iterable<{ readonly id: string; readonly name: string }> = []): AccountNamer {
  const names = new Map(Array.from(accounts, ({ id, name }) => [id, `${id} ${name}`]));
  return (id) => names.get(id) ?? id;
}

/** Whether a text contains every word of a search, in any case and order. An empty search matches every text. */
export function matchesSearch(text: string, search: string): boolean {
  const lowerCase = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerCase.includes(word));
}

/** The words of an access that a search compares, as the table of the console shows them. */
export function textOfGrant({ target, resource, permission, shareName, shareId, owner, pending }: Grant, named: AccountNamer): string {
  return [
    named(target.id),
    kindOf(target),
    resource.type,
    resource.id,
    permission,
    shareName,
    shareId,
    named(owner),
    pending ? "pending" : "in force",
  ].join(" ");
}
