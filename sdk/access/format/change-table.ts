import { styleText } from "node:util";
import type { Change } from "../diff/changes.ts";
import { type Policies, resourceName } from "../diff/policies/policy-findings.ts";
import { columns, type Cell } from "./text-columns.ts";
import { kindOf } from "./table.ts";

const signs = { gained: "+ gained", lost: "- lost", kept: "  kept", unknown: "? unknown" } as const;
const styles = { gained: "green", lost: "red", kept: "dim", unknown: "yellow" } as const;
const levelStyles = { mandatory: "red", advisory: "yellow", fixed: "green" } as const;
const order = ["gained", "lost", "unknown", "kept"] as const;

/** The changes for a terminal, one per line; kept accesses come last. */
export function toChangeTable(changes: readonly Change[], colours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0]) =>
    colours ? (text: string) => styleText(style, text, { validateStream: false }) : undefined;
  const title = ["CHANGE", "TARGET", "KIND", "RESOURCE", "TYPE", "PERMISSION", "NOTE", "SHARES"].map((text): Cell => ({
    text,
    style: styled("bold"),
  }));
  const sorted = order.flatMap((kind) => changes.filter(({ change }) => change === kind));
  const rows = sorted.map((change): Cell[] => {
    const { target } = change;
    const highlight = target.external || target.kind === "ResourceDirectory" ? styled("yellow") : undefined;
    return [
      { text: signs[change.change], style: styled(styles[change.change]) },
      { text: target.id, style: highlight },
      { text: kindOf(change), style: highlight },
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

/** The findings of policies for a terminal, one per line; mandatory violations come first. */
export function toFindingTable({ findings }: Policies, colours: boolean): string {
  const styled = (style: Parameters<typeof styleText>[0]) =>
    colours ? (text: string) => styleText(style, text, { validateStream: false }) : undefined;
  const title = ["LEVEL", "POLICY", "RESOURCE", "FINDING"].map((text): Cell => ({ text, style: styled("bold") }));
  const rows = findings.map(({ level, policy, urn, message }): Cell[] => [
    { text: level, style: styled(levelStyles[level]) },
    { text: policy },
    { text: resourceName(urn) },
    { text: message },
  ]);
  return columns([title, ...rows]).join("\n");
}
