import { singleLine } from "../../provider/kernel/printable.ts";
import type { ShownAccess } from "../shown-access.ts";
import { type Box, graphColours, headLines, pictureOf } from "./picture.ts";

const borders = {
  outside: `stroke:${graphColours.outside},stroke-width:4px`,
  check: `stroke:${graphColours.check},stroke-width:2px`,
  pending: "stroke-dasharray:8 6",
};

/** The accesses as a Mermaid flowchart, with a title that only its source shows. Its boxes name what lines and borders mean. */
export function toMermaid(accesses: readonly ShownAccess[], title: string): string {
  const { shares } = pictureOf(accesses);
  const boxes = shares.flatMap(({ resources, targets }) => [...resources, ...targets]);
  return [
    // A wrapping width that breaks no id, and a spacing that keeps boxes close.
    "---",
    "config: { flowchart: { wrappingWidth: 600, nodeSpacing: 16 } }",
    "---",
    `%% ${singleLine(title)}`,
    "flowchart LR",
    ...shares.flatMap((share) => [
      `  ${share.id}{{"${text(headLines(share))}"}}`,
      ...share.resources.map((box) => `  ${box.id}["${text(box.lines)}"] ${arrowOf(box)} ${share.id}`),
      ...share.targets.map((box) => `  ${share.id} ${arrowOf(box)} ${box.id}("${text(box.lines)}")`),
    ]),
    ...[...Map.groupBy(boxes.entries(), ([, { change }]) => graphColours[change])].flatMap(([colour, lines]) =>
      colour === undefined ? [] : [`  linkStyle ${lines.map(([index]) => index).join(",")} stroke:${colour}`],
    ),
    ...Object.entries(borders).flatMap(([name, style]) => {
      const ids = boxes.flatMap(({ id, risk, pending }) => (risk === name || (pending && name === "pending") ? [id] : []));
      return ids.length > 0 ? [`  classDef ${name} ${style}`, `  class ${ids.join(",")} ${name}`] : [];
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
