import { styleText } from "node:util";
import type { Change } from "../diff/access-diff.ts";
import { type Policies, resourceName } from "../diff/policies/policy-findings.ts";
import { columns, type Cell } from "./columns.ts";
import { kindOf } from "./table.ts";

const signs = { gained: "+ gained", lost: "- lost", kept: "  kept", unknown: "? unknown" } as const;
const looks = { gained: "green", lost: "red", kept: "dim", unknown: "yellow" } as const;
const levelLooks = { mandatory: "red", advisory: "yellow", mended: "green" } as const;
const order = ["gained", "lost", "unknown", "kept"] as const;

/** The changes for a terminal: a line each, what changes first. Colours only where they are asked for. */
export function toChangeTable(changes: readonly Change[], colours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0]) =>
    colours ? (text: string) => styleText(style, text, { validateStream: false }) : undefined;
  const title = ["CHANGE", "TARGET", "KIND", "RESOURCE", "TYPE", "PERMISSION", "NOTE", "SHARES"].map((text): Cell => ({
    text,
    style: styled("bold"),
  }));
  const sorted = order.flatMap((verdict) => changes.filter(({ change }) => change === verdict));
  const rows = sorted.map((change): Cell[] => {
    const { target } = change;
    const loud = target.external || target.kind === "ResourceDirectory" ? styled("yellow") : undefined;
    return [
      { text: signs[change.change], style: styled(looks[change.change]) },
      { text: target.id, style: loud },
      { text: kindOf(change), style: loud },
      { text: change.resource.id },
      { text: change.resource.type },
      { text: change.permission },
      {
        text: [...(change.pending ? ["pending"] : []), ...(change.gap ? ["gap"] : [])].join(", "),
        style: change.gap ? styled("red") : undefined,
      },
      { text: change.shares.map(({ name, id }) => (id === undefined || id === name ? name : `${name} (${id})`)).join(", ") },
    ];
  });
  return columns([title, ...rows]).join("\n");
}

/** What policies found, for a terminal: a line each, what stops the update first. */
export function toFindingTable({ findings }: Policies, colours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0]) =>
    colours ? (text: string) => styleText(style, text, { validateStream: false }) : undefined;
  const title = ["LEVEL", "POLICY", "RESOURCE", "FINDING"].map((text): Cell => ({ text, style: styled("bold") }));
  const rows = findings.map(({ level, policy, urn, message }): Cell[] => [
    { text: level, style: styled(levelLooks[level]) },
    { text: policy },
    { text: resourceName(urn) },
    { text: message },
  ]);
  return columns([title, ...rows]).join("\n");
}
