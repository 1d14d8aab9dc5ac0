import { singleLine } from "../../provider/kernel/printable.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { type Box, colours, pictureOf } from "./picture.ts";

/** The accesses as a Mermaid flowchart, with a title and a legend. */
export function toMermaid(accesses: readonly ShownAccess[]): string {
  const { shares, title, legend } = pictureOf(accesses);
  const drawn = shares.map(({ lines, resources, targets }, share) => ({
    lines,
    id: `s${share}`,
    resources: resources.map((box, index) => ({ box, id: `r${share}_${index}` })),
    targets: targets.map((box, index) => ({ box, id: `t${share}_${index}` })),
  }));
  const placed = drawn.flatMap(({ resources, targets }) => [...resources, ...targets]);
  const idsOf = (risk: Box["risk"]) => placed.flatMap(({ box, id }) => (box.risk === risk ? [id] : []));
  return [
    "---",
    `title: ${JSON.stringify(title)}`,
    "---",
    "flowchart LR",
    ...drawn.flatMap(({ id: share, lines, resources, targets }) => [
      `  ${share}{{"${text(lines)}"}}`,
      ...resources.map(({ box, id }) => `  ${id}["${text(box.lines)}"] ${box.pending ? "-.->" : "-->"} ${share}`),
      ...targets.map(({ box, id }) => `  ${share} ${box.pending ? "-.->" : "-->"} ${id}(["${text(box.lines)}"])`),
    ]),
    ...(legend.length > 0 ? [`  legend["${text(legend)}"]`, "  style legend fill:none,stroke-dasharray:2"] : []),
    ...[...Map.groupBy(placed.entries(), ([, { box }]) => colours[box.change])].flatMap(([colour, lines]) =>
      colour === undefined ? [] : [`  linkStyle ${lines.map(([index]) => index).join(",")} stroke:${colour}`],
    ),
    ...(["outside", "check"] as const).flatMap((risk) => {
      const ids = idsOf(risk);
      const width = risk === "outside" ? 4 : 2;
      return ids.length > 0
        ? [`  classDef ${risk} stroke:${colours[risk]},stroke-width:${width}px`, `  class ${ids.join(",")} ${risk}`]
        : [];
    }),
  ].join("\n");
}

function text(lines: readonly string[]): string {
  return lines.map(escaped).join("<br/>");
}

/** Encodes special characters: Mermaid decodes `#code;`, and quotes and backticks have a meaning in its syntax. */
function escaped(line: string): string {
  return singleLine(line).replace(/[^\p{L}\p{N} ._:/(),-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
