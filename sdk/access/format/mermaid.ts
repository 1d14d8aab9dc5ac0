import { singleLine } from "../../../provider/kernel/printable.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { colours, type EdgeChange, type Node } from "./graph.ts";
import { pictureOf } from "./picture.ts";

const brackets: Readonly<Record<Node["shape"], readonly [string, string]>> = {
  resource: ["[", "]"],
  share: ["{{", "}}"],
  target: ["([", "])"],
  external: ["([", "])"],
  "possibly-external": ["([", "])"],
};

const drawnChanges: readonly EdgeChange[] = ["gained", "lost", "unknown", "gap"];
const borders = { external: "#c0392b", "possibly-external": "#d35400" } as const;

/** The accesses as a Mermaid flowchart, with a title and a legend. */
export function toMermaid(accesses: readonly ShownAccess[]): string {
  const { nodes, edges, title, legend } = pictureOf(accesses);
  return [
    "---",
    `title: ${JSON.stringify(title)}`,
    "---",
    "flowchart LR",
    ...nodes.map(({ id, shape, lines }) => `  ${id}${brackets[shape][0]}"${lines.map(escaped).join("<br/>")}"${brackets[shape][1]}`),
    ...edges.map(({ from, to, label, pending }) => `  ${from} ${arrow(pending, label)} ${to}`),
    ...(legend.length > 0 ? [`  legend["${legend.map(escaped).join("<br/>")}"]`, "  style legend fill:none,stroke-dasharray:2"] : []),
    ...drawnChanges.flatMap((change) => {
      const lines = edges.flatMap((edge, index) => (edge.change === change ? [index] : []));
      return lines.length > 0 ? [`  linkStyle ${lines.join(",")} stroke:${colours[change] ?? ""}`] : [];
    }),
    ...(["external", "possibly-external"] as const).flatMap((shape) => {
      const ids = nodes.flatMap((node) => (node.shape === shape ? [node.id] : []));
      return ids.length > 0 ? [`  classDef ${shape} stroke:${borders[shape]},stroke-width:2px`, `  class ${ids.join(",")} ${shape}`] : [];
    }),
  ].join("\n");
}

function arrow(pending: boolean, label: string | undefined): string {
  const text = label === undefined ? "" : `|"${escaped(label)}"|`;
  return `${pending ? "-.->" : "-->"}${text}`;
}

/** Encodes special characters: Mermaid decodes `#code;`, and quotes and backticks have a meaning in its syntax. */
function escaped(text: string): string {
  return singleLine(text).replace(/[^\p{L}\p{N} ._:/(),-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
