import { singleLine } from "../../../provider/kernel/printable.ts";
import { colours, type Drawn, type Fate, graphOf, type Node } from "./graph.ts";

const brackets: Readonly<Record<Node["shape"], readonly [string, string]>> = {
  resource: ["[", "]"],
  share: ["{{", "}}"],
  target: ["([", "])"],
  external: ["([", "])"],
};

const fates: readonly Fate[] = ["gained", "lost", "unknown", "gap"];

/** The accesses as a Mermaid flowchart, as GitHub and others draw it; dotted is pending, red is outside the resource directory. Of changes, lines are green for what is gained and red for what is lost. */
export function toMermaid(accesses: readonly Drawn[]): string {
  const { nodes, edges } = graphOf(accesses);
  const external = nodes.filter(({ shape }) => shape === "external").map(({ id }) => id);
  return [
    "flowchart LR",
    ...nodes.map(({ id, shape, lines }) => `  ${id}${brackets[shape][0]}"${lines.map(escaped).join("<br/>")}"${brackets[shape][1]}`),
    ...edges.map(({ from, to, label, pending }) => `  ${from} ${arrow(pending, label)} ${to}`),
    ...fates.flatMap((fate) => {
      const lines = edges.flatMap((edge, index) => (edge.fate === fate ? [index] : []));
      return lines.length > 0 ? [`  linkStyle ${lines.join(",")} stroke:${colours[fate] ?? ""}`] : [];
    }),
    ...(external.length > 0 ? ["  classDef external stroke:#c0392b,stroke-width:2px", `  class ${external.join(",")} external`] : []),
  ].join("\n");
}

function arrow(pending: boolean, label: string | undefined): string {
  const text = label === undefined ? "" : `|"${escaped(label)}"|`;
  return `${pending ? "-.->" : "-->"}${text}`;
}

/** Mermaid reads `#name;` as a character, and quotes and backticks as its own. */
function escaped(text: string): string {
  return singleLine(text).replace(/[^\p{L}\p{N} ._:/()-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
