import { singleLine } from "../../provider/kernel/printable.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { type Box, colours, pictureOf } from "./picture.ts";

/** The accesses as a Mermaid flowchart, with a title and a legend. */
export function toMermaid(accesses: readonly ShownAccess[]): string {
  const { shares, title, legend } = pictureOf(accesses);
  const boxes = shares.flatMap(({ resources, targets }) => [...resources, ...targets]);
  return [
    "---",
    `title: ${JSON.stringify(title)}`,
    "---",
    "flowchart LR",
    ...shares.flatMap(({ id: share, lines, resources, targets }) => [
      `  ${share}{{"${text(lines)}"}}`,
      ...resources.map((box) => `  ${box.id}["${text(box.lines)}"] ${arrowOf(box)} ${share}`),
      ...targets.map((box) => `  ${share} ${arrowOf(box)} ${box.id}(["${text(box.lines)}"])`),
    ]),
    ...(legend.length > 0 ? [`  legend["${text(legend)}"]`, "  style legend fill:none,stroke-dasharray:2"] : []),
    ...[...Map.groupBy(boxes.entries(), ([, { change }]) => colours[change])].flatMap(([colour, lines]) =>
      colour === undefined ? [] : [`  linkStyle ${lines.map(([index]) => index).join(",")} stroke:${colour}`],
    ),
    ...(["outside", "check"] as const).flatMap((risk) => {
      const ids = boxes.flatMap((box) => (box.risk === risk ? [box.id] : []));
      const width = risk === "outside" ? 4 : 2;
      return ids.length > 0
        ? [`  classDef ${risk} stroke:${colours[risk]},stroke-width:${width}px`, `  class ${ids.join(",")} ${risk}`]
        : [];
    }),
  ].join("\n");
}

function arrowOf({ pending }: Box): string {
  return pending ? "-.->" : "-->";
}

function text(lines: readonly string[]): string {
  return lines.map(escaped).join("<br/>");
}

/** Encodes special characters: Mermaid decodes `#code;`, and quotes and backticks have a meaning in its syntax. */
function escaped(line: string): string {
  return singleLine(line).replace(/[^\p{L}\p{N} ._:/(),-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
