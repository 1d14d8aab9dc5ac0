import { singleLine } from "../../../provider/kernel/printable.ts";
import { colours, type Drawn, type EdgeChange, graphOf, type Node } from "./graph.ts";

const brackets: Readonly<Record<Node["shape"], readonly [string, string]>> = {
  resource: ["[", "]"],
  share: ["{{", "}}"],
  target: ["([", "])"],
  external: ["([", "])"],
};

const drawnChanges: readonly EdgeChange[] = ["gained", "lost", "unknown", "gap"];

/** The accesses as a Mermaid flowchart. Dotted lines are pending, red targets are external. Green lines are gained and red lines lost. */
export function toMermaid(accesses: readonly Drawn[]): string {
  const { nodes, edges } = graphOf(accesses);
  const external = nodes.filter(({ shape }) => shape === "external").map(({ id }) => id);
  return [
    "flowchart LR",
    ...nodes.map(({ id, shape, lines }) => `  ${id}${brackets[shape][0]}"${lines.map(escaped).join("<br/>")}"${brackets[shape][1]}`),
    ...edges.map(({ from, to, label, pending }) => `  ${from} ${arrow(pending, label)} ${to}`),
    ...drawnChanges.flatMap((change) => {
      const lines = edges.flatMap((edge, index) => (edge.change === change ? [index] : []));
      return lines.length > 0 ? [`  linkStyle ${lines.join(",")} stroke:${colours[change] ?? ""}`] : [];
    }),
    ...(external.length > 0 ? ["  classDef external stroke:#c0392b,stroke-width:2px", `  class ${external.join(",")} external`] : []),
  ].join("\n");
}

function arrow(pending: boolean, label: string | undefined): string {
  const text = label === undefined ? "" : `|"${escaped(label)}"|`;
  return `${pending ? "-.->" : "-->"}${text}`;
}

/** Encodes special characters: Mermaid decodes `#code;`, and quotes and backticks have a meaning in its syntax. */
function escaped(text: string): string {
  return singleLine(text).replace(/[^\p{L}\p{N} ._:/()-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
