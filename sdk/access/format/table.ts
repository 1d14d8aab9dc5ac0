import { styleText } from "node:util";
import type { Access } from "../access.ts";
import type { TargetKind } from "../share-snapshot.ts";
import { columns, type Cell } from "./text-columns.ts";

const kinds: Readonly<Record<TargetKind, string>> = {
  ResourceDirectory: "directory",
  Folder: "folder",
  Account: "account",
  Service: "service",
  Unknown: "target",
};

/** The accesses as a table for a terminal, one per line. */
export function toTable(accesses: readonly Access[], colours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0]) =>
    colours ? (text: string) => styleText(style, text, { validateStream: false }) : undefined;
  const title = ["TARGET", "KIND", "RESOURCE", "TYPE", "PERMISSION", "STATE", "SHARES"].map((text): Cell => ({
    text,
    style: styled("bold"),
  }));
  const rows = accesses.map((access): Cell[] => [
    { text: access.target.id, style: access.target.external ? styled("yellow") : undefined },
    { text: kindOf(access), style: access.target.external ? styled("yellow") : undefined },
    { text: access.resource.id },
    { text: access.resource.type },
    { text: access.permission },
    access.pending ? { text: "pending", style: styled("dim") } : { text: "in force", style: styled("green") },
    { text: access.shares.map(shareText).join(", ") },
  ]);
  return columns([title, ...rows]).join("\n");
}

/** The kind of a target in words, as `external account`. */
export function kindOf({ target }: Pick<Access, "target">): string {
  return target.external ? `external ${kinds[target.kind]}` : kinds[target.kind];
}

function shareText({ name, id }: Access["shares"][number]): string {
  return id === undefined || id === name ? name : `${name} (${id})`;
}
