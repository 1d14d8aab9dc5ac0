import { singleLine } from "../../../provider/kernel/printable.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { colours, type Edge, type Node } from "./graph.ts";
import { pictureOf } from "./picture.ts";

const styles: Readonly<Record<Node["shape"], string>> = {
  resource: 'shape=box, style="rounded,filled", fillcolor="#eef3fb"',
  share: 'shape=hexagon, style=filled, fillcolor="#f4f4f4"',
  target: 'shape=box, style=filled, fillcolor="#edf7ed"',
  external: 'shape=box, style=filled, fillcolor="#fdecea", color="#c0392b", penwidth=2',
  "possibly-external": 'shape=box, style=filled, fillcolor="#fef5e7", color="#d35400", penwidth=2',
};
const legendStyle = 'shape=plaintext, fontcolor="#555555", fontsize=9';

/** The number of lines above which curves would hide each other: they are straight then, over a longer way, and meet nodes at their sides only. */
const MANY_LINES = 40;

/** The accesses as a Graphviz graph, with a title and a legend. */
export function toDot(accesses: readonly ShownAccess[]): string {
  const { nodes, edges, title, legend } = pictureOf(accesses);
  const hasMany = edges.length > MANY_LINES;
  return [
    "digraph access {",
    "  rankdir=LR;",
    `  graph [label=${quoted(title.split(/(?<=;) /))}, labelloc=t, fontname="Helvetica, Arial, sans-serif", fontsize=13, ${hasMany ? "splines=line, ranksep=4" : "ranksep=1.5"}];`,
    '  node [fontname="Helvetica, Arial, sans-serif", fontsize=11, margin="0.2,0.06"];',
    `  edge [fontname="Helvetica, Arial, sans-serif", fontsize=9, color="#555555"${hasMany ? ", tailport=e, headport=w" : ""}];`,
    ...nodes.map(({ id, shape, lines }) => `  ${id} [label=${quoted(lines)}, ${styles[shape]}];`),
    ...edges.map(({ from, to, label, pending, change }) => {
      const attributes = [
        ...(label === undefined ? [] : [`label=${quoted([label])}`]),
        ...(pending ? ["style=dashed"] : []),
        ...styleOf(change),
      ];
      return `  ${from} -> ${to}${attributes.length > 0 ? ` [${attributes.join(", ")}]` : ""};`;
    }),
    // The lines of the legend are aligned to the left.
    ...(legend.length > 0 ? [`  legend [label=${quoted(legend, "\\l")}, ${legendStyle}];`] : []),
    "}",
  ].join("\n");
}

function styleOf(change: Edge["change"]): string[] {
  const colour = change && colours[change];
  return colour === undefined ? [] : [`color="${colour}"`, `fontcolor="${colour}"`, "penwidth=1.6"];
}

/** A quoted string of several lines. It escapes backslashes, and `&`, because Graphviz decodes `&name;`. */
function quoted(lines: readonly string[], lineBreak: "\\n" | "\\l" = "\\n"): string {
  const escaped = lines.map((line) => singleLine(line).replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"'));
  return `"${escaped.join(lineBreak)}${lineBreak === "\\l" ? lineBreak : ""}"`;
}
