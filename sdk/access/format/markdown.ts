import type { AccessDiff } from "../diff/access-diff.ts";
import type { Change } from "../diff/changes.ts";
import { type Finding, type Policies, resourceName } from "../diff/policies/policy-findings.ts";
import { type Counts, countsOf, countsText, levelsText } from "../diff/counts.ts";
import { cell, code, prose } from "./markdown-text.ts";
import { toMermaid } from "./mermaid.ts";
import { kindOf } from "./table.ts";

/** The number of rows that a table shows; the rest is folded. */
const most = 20;

/** The most characters of one part: GitHub rejects comments of more than 65,536 characters. */
const longest = 4500;

/** The changes as a pull request comment: warnings first, details folded, within the length limit of a comment. */
export function toMarkdown(diff: AccessDiff, hasPicture: boolean): string {
  const { changes, remarks, policies } = diff;
  const matching = (test: (change: Change) => boolean) => changes.filter(test);
  const gained = matching(({ change }) => change === "gained");
  const lost = matching(({ change }) => change === "lost");
  const unknown = matching(({ change }) => change === "unknown");
  const gaps = matching(({ gap }) => gap);
  const kept = matching(({ change, gap }) => change === "kept" && !gap);
  const moving = matching(({ change, gap }) => change !== "kept" || gap);
  const counts = countsOf(diff);
  return [
    "### Access through resource shares",
    countsText(counts, policies),
    ...warnings([...gained, ...unknown]),
    ...policyParts(policies, counts),
    ...section("Gains access", gained),
    ...section("Loses access", lost),
    ...section("Has a gap in access during the update", gaps),
    ...section("Cannot be known yet", unknown),
    ...(kept.length > 0 ? [folded(`${kept.length} kept`, tableOf(kept))] : []),
    ...(hasPicture && moving.length > 0 ? [folded("Picture of what changes", pictureOf(moving))] : []),
    ...(remarks.length > 0 ? [limited(remarks, (remark) => `> ${prose(remark)}`).join("\n>\n")] : []),
  ].join("\n\n");
}

function warnings(changes: readonly Change[]): string[] {
  const ids = (test: (change: Change) => boolean) => [...new Set(changes.filter(test).map(({ target }) => target.id))];
  const external = ids(({ target }) => target.external);
  const directories = ids(({ target }) => target.kind === "ResourceDirectory");
  const services = ids(({ target }) => target.kind === "Service");
  return [
    ...(external.length > 0 ? [`⚠️ **Outside the resource directory:** ${limited(external, code).join(", ")}`] : []),
    ...(directories.length > 0 ? [`⚠️ **A whole resource directory:** ${limited(directories, code).join(", ")}`] : []),
    ...(services.length > 0 ? [`⚠️ **A service:** ${limited(services, code).join(", ")}`] : []),
  ];
}

/** The findings of policies: mandatory violations are shown, the rest is folded. */
function policyParts({ packs, findings, isRefused }: Policies, counts: Counts): string[] {
  const stopping = findings.filter(({ level }) => level === "mandatory");
  const rest = findings.filter(({ level }) => level !== "mandatory");
  const levels = levelsText(counts, ["advisory", "fixed"]);
  if (isRefused && stopping.length === 0) return ["❌ **The preview was stopped, as by a mandatory policy**"];
  const names = packs.map(({ name, version }) => prose(version === "" ? name : `${name} ${version}`)).join(", ");
  return [
    ...(stopping.length > 0 ? ["❌ **Policies stop this update**", findingTable(stopping)] : []),
    ...(packs.length > 0 && stopping.length === 0 ? [`✅ **No policy stops this update** (${names})`] : []),
    ...(rest.length > 0 ? [folded(`Policies: ${levels}`, findingTable(rest))] : []),
  ];
}

function findingTable(findings: readonly Finding[]): string {
  const rowOfFinding = ({ level, policy, urn, message }: Finding) => {
    const lines = message.split("\n").map((line) => prose(line));
    return rowWith([prose(policy), level, prose(resourceName(urn)), lines.join("<br>")]);
  };
  const rows = limited(findings, rowOfFinding, (left) => `| … | | | ${left} more |`);
  return ["| policy | level | resource | finding |", "|---|---|---|---|", ...rows].join("\n");
}

function section(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const rest = changes.slice(most);
  return [`**${title}**`, tableOf(changes.slice(0, most)), ...(rest.length > 0 ? [folded(`${rest.length} more`, tableOf(rest))] : [])];
}

function tableOf(changes: readonly Change[]): string {
  const rows = limited(changes, rowOf, (left) => `| … | ${left} more | | |`);
  return ["| target | resource | permission | through |", "|---|---|---|---|", ...rows].join("\n");
}

function rowOf({ target, resource, permission, pending, shares }: Change): string {
  const who = target.kind === "Unknown" ? "*known during the update*" : `${code(target.id)} ${kindText(target)}`;
  const what = resource.id === "unknown" ? "*what else the share holds*" : `${prose(resource.type)} ${code(resource.id)}`;
  const how = `${code(permission)}${pending ? " *(pending)*" : ""}`;
  return rowWith([who, what, how, shares.map(({ name }) => code(name)).join(", ")]);
}

function rowWith(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** Formats parts up to the length limit, then the number of the rest, which is not formatted. */
function limited<Part>(
  parts: readonly Part[],
  write: (part: Part) => string,
  rest = (left: number) => `… ${left} more`,
): readonly string[] {
  const written: string[] = [];
  let length = 0;
  for (const part of parts) {
    const line = write(part);
    length += line.length + 1;
    if (length > longest) return [...written, rest(parts.length - written.length)];
    written.push(line);
  }
  return written;
}

function pictureOf(changes: readonly Change[]): string {
  const picture = toMermaid(changes);
  return picture.length > longest ? "It is too large for a comment: `--format svg` draws it." : `\`\`\`mermaid\n${picture}\n\`\`\``;
}

function kindText(target: Change["target"]): string {
  const isHighlighted = target.external || target.kind === "ResourceDirectory";
  return isHighlighted ? `**${kindOf({ target })}**` : kindOf({ target });
}

function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
