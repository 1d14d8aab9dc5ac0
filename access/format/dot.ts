import { singleLine } from "../../provider/kernel/printable.ts";
import type { ShownAccess } from "../shown-access.ts";
import { type Box, graphColours, headLines, pictureOf } from "./picture.ts";
import { wrapped } from "./text-columns.ts";

/** The longest line of the title, in characters. */
const longestLine = 100;

const styles = {
  resource: 'shape=box, style="rounded,filled", fillcolor="#eef3fb"',
  share: 'shape=hexagon, style=filled, fillcolor="#f4f4f4"',
  target: 'shape=box, style=filled, fillcolor="#edf7ed"',
  outside: `fillcolor="#fdecea", color="${graphColours.outside}", penwidth=4`,
  check: `fillcolor="#fef5e7", color="${graphColours.check}", penwidth=2`,
} as const;

/** The accesses as a Graphviz graph, with a title. Its boxes name what lines and borders mean. */
export function toDot(accesses: readonly ShownAccess[], title: string): string {
  const { shares } = pictureOf(accesses);
  const box = (kind: "resource" | "target", { id, lines, risk, pending }: Box) => {
    const own = [styles[kind], ...(risk === undefined ? [] : [styles[risk]]), ...(pending ? ['style="filled,dashed"'] : [])];
    return `  ${id} [label=${quoted(lines)}, ${own.join(", ")}];`;
  };
  return [
    "digraph access {",
    "  rankdir=LR;",
    `  graph [label=${quoted(wrapped(title, longestLine))}, labelloc=t, fontname="Helvetica, Arial, sans-serif", fontsize=13, ranksep=1.5];`,
    '  node [fontname="Helvetica, Arial, sans-serif", fontsize=11, margin="0.2,0.06"];',
    '  edge [color="#555555"];',
    ...shares.flatMap((share) => [
      `  ${share.id} [label=${quoted(headLines(share))}, ${styles.share}];`,
      ...share.resources.flatMap((one) => [box("resource", one), `  ${one.id} -> ${share.id}${attributesOf(one)};`]),
      ...share.targets.flatMap((one) => [box("target", one), `  ${share.id} -> ${one.id}${attributesOf(one)};`]),
    ]),
    "}",
  ].join("\n");
}

function attributesOf({ pending, change }: Box): string {
  const colour = graphColours[change];
  const attributes = [...(pending ? ["style=dashed"] : []), ...(colour === undefined ? [] : [`color="${colour}", penwidth=1.6`])];
  return attributes.length > 0 ? ` [${attributes.join(", ")}]` : "";
}

/** A quoted string of several lines. It escapes backslashes, and `&`, because Graphviz decodes `&name;`. */
function quoted(lines: readonly string[]): string {
  const escaped = lines.map((line) => singleLine(line).replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"'));
  return `"${escaped.join("\\n")}"`;
}
