import type { Change, Foretold } from "../plan/changes.ts";
import { tallyOf, tallyText } from "../plan/tally.ts";
import { toMermaid } from "./mermaid.ts";
import { kindOf } from "./table.ts";

/** As many lines as a reader takes in at once; what is beyond is folded. */
const most = 20;

/** The changes for a comment on a pull request: what to look at twice first, details folded. */
export function toMarkdown({ changes, remarks }: Foretold, hasPicture: boolean): string {
  const of = (test: (change: Change) => boolean) => changes.filter(test);
  const gained = of(({ change }) => change === "gained");
  const lost = of(({ change }) => change === "lost");
  const unknown = of(({ change }) => change === "unknown");
  const gaps = of(({ gap }) => gap);
  const kept = of(({ change, gap }) => change === "kept" && !gap);
  const moving = of(({ change, gap }) => change !== "kept" || gap);
  return [
    "### Access through resource shares",
    tallyText(tallyOf(changes)),
    ...warnings([...gained, ...unknown]),
    ...section("Gains access", gained),
    ...section("Loses access", lost),
    ...section("Has a gap in access during the update", gaps),
    ...section("Cannot be known yet", unknown),
    ...(kept.length > 0 ? [folded(`${kept.length} kept`, tableOf(kept))] : []),
    ...(hasPicture && moving.length > 0 ? [folded("Picture of what changes", `\`\`\`mermaid\n${toMermaid(moving)}\n\`\`\``)] : []),
    ...(remarks.length > 0 ? [remarks.map((remark) => `> ${text(remark)}`).join("\n>\n")] : []),
  ].join("\n\n");
}

function warnings(changes: readonly Change[]): string[] {
  const ids = (test: (change: Change) => boolean) => [...new Set(changes.filter(test).map(({ target }) => code(target.id)))];
  const external = ids(({ target }) => target.external);
  const directories = ids(({ target }) => target.kind === "ResourceDirectory");
  return [
    ...(external.length > 0 ? [`⚠️ **Outside the resource directory:** ${external.join(", ")}`] : []),
    ...(directories.length > 0 ? [`⚠️ **A whole resource directory:** ${directories.join(", ")}`] : []),
  ];
}

function section(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const rest = changes.slice(most);
  return [`**${title}**`, tableOf(changes.slice(0, most)), ...(rest.length > 0 ? [folded(`${rest.length} more`, tableOf(rest))] : [])];
}

function tableOf(changes: readonly Change[]): string {
  return [
    "| target | resource | permission | through |",
    "|---|---|---|---|",
    ...changes.map(({ target, resource, permission, pending, shares }) => {
      const who = target.kind === "Unknown" ? "*known during the update*" : `${code(target.id)} ${kindText(target)}`;
      const what = resource.id === "unknown" ? "*what else the share holds*" : `${text(resource.type)} ${code(resource.id)}`;
      return `| ${who} | ${what} | ${text(permission)}${pending ? " *(pending)*" : ""} | ${shares.map(({ name }) => text(name)).join(", ")} |`;
    }),
  ].join("\n");
}

function kindText(target: Change["target"]): string {
  const stands = target.external || target.kind === "ResourceDirectory";
  return stands ? `**${kindOf({ target })}**` : kindOf({ target });
}

function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** Foreign texts must not become markup, mention anybody or end a cell. */
function text(value: string): string {
  return value
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("@", "&#64;")
    .replace(/[\\`*_[\]|~]/g, (character) => `&#${character.codePointAt(0) ?? 32};`);
}

function code(value: string): string {
  return /^[\w.:/-]+$/.test(value) ? `\`${value}\`` : text(value);
}
