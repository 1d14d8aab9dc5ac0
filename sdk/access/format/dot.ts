import { singleLine } from "../../../provider/kernel/printable.ts";
import { colours, type Drawn, type Edge, graphOf, type Node } from "./graph.ts";

const styles: Readonly<Record<Node["shape"], string>> = {
  resource: 'shape=box, style="rounded,filled", fillcolor="#eef3fb"',
  share: 'shape=hexagon, style=filled, fillcolor="#f4f4f4"',
  target: 'shape=box, style=filled, fillcolor="#edf7ed"',
  external: 'shape=box, style=filled, fillcolor="#fdecea", color="#c0392b"',
};

/** The accesses as a Graphviz graph. Dashed lines are pending, red targets are external. Green lines are gained and red lines lost. */
export function toDot(accesses: readonly Drawn[]): string {
  const { nodes, edges } = graphOf(accesses);
  return [
    "digraph access {",
    "  rankdir=LR;",
    '  node [fontname="Helvetica, Arial, sans-serif", fontsize=11];',
    '  edge [fontname="Helvetica, Arial, sans-serif", fontsize=9, color="#555555"];',
    ...nodes.map(({ id, shape, lines }) => `  ${id} [label=${quoted(lines)}, ${styles[shape]}];`),
    ...edges.map(({ from, to, label, pending, change }) => {
      const attributes = [
        ...(label === undefined ? [] : [`label=${quoted([label])}`]),
        ...(pending ? ["style=dashed"] : []),
        ...styleOf(change),
      ];
      return `  ${from} -> ${to}${attributes.length > 0 ? ` [${attributes.join(", ")}]` : ""};`;
    }),
    "}",
  ].join("\n");
}

function styleOf(change: Edge["change"]): string[] {
  const colour = change && colours[change];
  return colour === undefined ? [] : [`color="${colour}"`, `fontcolor="${colour}"`, "penwidth=1.6"];
}

/** A quoted string of several lines. It escapes backslashes, and `&`, because Graphviz decodes `&name;`. */
function quoted(lines: readonly string[]): string {
  const escaped = lines.map((line) => singleLine(line).replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"'));
  return `"${escaped.join("\\n")}"`;
}
