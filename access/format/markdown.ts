import type { AccessDiff } from "../diff/access-diff.ts";
import type { Change } from "../diff/changes.ts";
import { accessText, changesText, type Counts, countsOf, levelsText, notesOf, numberOf, policyCountsText } from "../diff/counts.ts";
import { type Policies, type PolicyFinding, resourceName } from "../diff/policies/policy-findings.ts";
import { type Risk, isWritePermission, riskFirst, type RiskKind, risksByAccess, risksOf, riskTexts } from "../diff/review/risks.ts";
import { type AccessGroup, groupsOf } from "./groups.ts";
import { firstTexts } from "../first-texts.ts";
import { CommentRoom, leftOut } from "./comment-room.ts";
import { cell, code, prose } from "./markdown-text.ts";
import { toMermaid } from "./mermaid.ts";
import { changeTexts } from "./picture.ts";
import { permissionText } from "../permission-text.ts";
import { bySection, inSections, sectionOf, withoutUnchanged } from "../shown-access.ts";
import type { Target } from "../share-snapshot.ts";
import { describedName, kindOf } from "./target-kind.ts";

/** What a comment contains beside the changes. */
export interface MarkdownOptions {
  readonly hasPicture?: boolean;
  /** The address of the pipeline's run. */
  readonly runUrl?: string | undefined;
  /** The checks that failed, each as its name and the reason. */
  readonly failed?: readonly string[];
  /** Whether each access is a row of its own. */
  readonly isExpanded?: boolean;
  /** Whether filters select the changes, so that others may be risky. */
  readonly isFiltered?: boolean;
  /** The remark that nothing matches the filters. */
  readonly unmatched?: string | undefined;
  /** What the comment has left where other parts come before. */
  readonly room?: CommentRoom;
}

/** The most characters of the targets of a risk, of the table of risks, of the findings that stop the update, and of other parts. */
const longest = { targets: 16_000, risks: 40_000, stopping: 8000, rest: 7000, part: 3500 };

/** The most ids in one cell. */
const mostIds = 5;

/** The most rows of a table that is not folded, so that the risks are in the first screen. */
const mostRows = 10;

/** What begins the counts of a part. */
export const selectedText = "In what the filters select: ";

/** The changes as a pull request comment: what is risky first, everything else folded, within the length of a comment. */
export function toMarkdown(
  diff: AccessDiff,
  {
    hasPicture = false,
    runUrl,
    failed = [],
    isExpanded = false,
    isFiltered = false,
    unmatched,
    room = new CommentRoom(),
  }: MarkdownOptions = {},
): string {
  const { policies } = diff;
  const changes = riskFirst(bySection(diff.changes), diff.allowedExternal);
  const remarks = diff.remarks.filter((remark) => remark !== unmatched);
  const counts = countsOf(diff);
  const risks = risksOf(changes, diff.allowedExternal);
  const stacks = [...new Set(changes.flatMap(({ stack }) => stack ?? []))];
  const moving = withoutUnchanged(changes);
  return [
    titleOf(diff.stack === undefined ? stacks : [diff.stack], runUrl),
    headline(diff, counts, { failed, isFiltered, unmatched }),
    ...(unmatched === undefined
      ? [`${isFiltered ? selectedText : ""}${countsLine(counts, policies)}`]
      : policyCountsText(counts, policies)),
    ...policyParts(room, policies, counts),
    ...riskParts(room, diff, risks),
    ...otherParts(room, changes, risks, isExpanded),
    ...(hasPicture && moving.length > 0 ? [folded("Picture of what changes", pictureOf(room, moving, accessText(counts)))] : []),
    ...(remarks.length > 0
      ? [folded(`Notes: ${remarks.length}`, room.limited(remarks, longest.part, (remark) => `- ${prose(remark)}`).join("\n"))]
      : []),
  ].join("\n\n");
}

function stacksText(stacks: readonly string[]): string {
  const [first] = stacks;
  if (first === undefined) return "";
  return stacks.length === 1 ? `: ${code(first)}` : ` of ${stacks.length} stacks`;
}

function titleOf(stacks: readonly string[], runUrl: string | undefined): string {
  return `### Access through resource shares${stacksText(stacks)}${runUrl === undefined ? "" : ` ([run](${runUrl}))`}`;
}

/** What stops the update or the pipeline, or what to check, in one line; or that nothing was found. */
function headline(
  diff: AccessDiff,
  counts: Counts,
  { failed, isFiltered, unmatched }: Required<Pick<MarkdownOptions, "failed" | "isFiltered">> & Pick<MarkdownOptions, "unmatched">,
): string {
  const notes = notesOf(counts);
  if (counts.mandatory > 0) return `**❌ ${withNotes("Policies stop this update", notes)}**`;
  if (diff.policies.refused) return `**❌ ${withNotes("The preview was stopped, as by a mandatory policy", notes)}**`;
  if (failed.length > 0) return `**🛑 ${withNotes(failedText(failed), notes)}**`;
  if (unmatched !== undefined) return `**❔ ${withNotes(prose(unmatched.charAt(0).toUpperCase() + unmatched.slice(1)), notes)}**`;
  if (notes.length > 0) return `**⚠️ Check ${notes.join(", ")}**`;
  if (counts.unknown > 0 || counts.isIncomplete) return "**❔ Not everything is known**";
  const found = [...(counts.gained > 0 ? [`${counts.gained} gained`] : []), ...(counts.changed > 0 ? [`${counts.changed} changed`] : [])];
  const text = found.length > 0 ? found.join(", ") : "Nothing to check";
  if (isFiltered) return `**❔ ${text} in what the filters select: other changes are not shown**`;
  // Each risk is a note, except a target that the patterns of allowed targets allow.
  const except = risksOf(diff.changes).length > 0 ? ", apart from allowed targets" : "";
  return `**✅ ${text}${except}: no new access outside the resource directory, of a whole directory, of a service or to write, no gap and no loss**`;
}

function failedText(failed: readonly string[]): string {
  const names = failed.map((reason) => code(reason.split(": ", 1).join("")));
  return `${numberOf(failed.length, "check")} failed: ${names.join(", ")}`;
}

function withNotes(text: string, notes: readonly string[]): string {
  return notes.length > 0 ? `${text}; check ${notes.join(", ")}` : text;
}

function countsLine(counts: Counts, policies: Policies): string {
  const { pending } = counts;
  return [`${changesText(counts)}${pending > 0 ? `; ${pending} pending` : ""}.`, ...policyCountsText(counts, policies)].join(" ");
}

type Risks = readonly Risk<Change>[];

/** What is risky: one line for each risk with its targets and what to do, then the accesses. */
function riskParts(room: CommentRoom, { unknownTargetShares }: AccessDiff, risks: Risks): string[] {
  const unknown = room.limited(unknownTargetShares, longest.part, code).join(", ");
  const lines = [
    ...risks.map(
      ({ kind, accesses }) => `- ⚠️ **${riskTexts[kind].title}**: ${targetsText(room, kind, accesses)}; ${riskTexts[kind].advice}`,
    ),
    ...(unknown === "" ? [] : [`- ⚠️ **Targets that are not known yet** in ${unknown}; check again after the update`]),
  ];
  return lines.length === 0 ? [] : [lines.join("\n"), ...(risks.length > 0 ? [riskTable(room, risks)] : [])];
}

/** The targets of a risk, those that can write first. Where the target is the risk, all are named, as long as a comment has room. */
function targetsText(room: CommentRoom, kind: RiskKind, accesses: readonly Change[]): string {
  const ids = [...new Set(accesses.map(({ target }) => target.id))];
  const count = accesses.length === 1 ? "1 access" : `${accesses.length} accesses`;
  const writing = new Set(accesses.flatMap(({ permission, target }) => (isWritePermission(permission) ? [target.id] : [])));
  const nameOf = (id: string) => `${code(id)}${writing.has(id) ? " (can write)" : ""}`;
  const names = risksByAccess.includes(kind) ? firstTexts(ids.map(code), mostIds) : room.limited(ids, longest.targets, nameOf).join(", ");
  return `${names} (${count})`;
}

function riskTable(room: CommentRoom, risks: Risks): string {
  const kindsOf = new Map<Change, RiskKind[]>();
  for (const { kind, accesses } of risks) for (const access of accesses) kindsOf.set(access, [...(kindsOf.get(access) ?? []), kind]);
  const groups = Map.groupBy(kindsOf.keys(), (access) => (kindsOf.get(access) ?? []).join(", ").replaceAll("-", " "));
  const rows = [...groups].flatMap(([kinds, accesses]) => groupsOf(accesses).map((group) => [kinds, ...cellsOf(group)]));
  const table = tableOf(room, ["risk", ...titles], rows, longest.risks);
  return foldedIfLong(rows, `What to check: ${kindsOf.size} accesses`, table);
}

/** What is not risky: one folded table. */
function otherParts(room: CommentRoom, changes: readonly Change[], risks: Risks, isExpanded: boolean): string[] {
  const risky = new Set(risks.flatMap(({ accesses }) => accesses));
  const sections = inSections(changes.filter((change) => !risky.has(change)));
  if (sections.length === 0) return [];
  const groups = sections.flatMap(([, some]) => groupsOf(some, isExpanded));
  const counts = sections.map(([section, some]) => `${some.length} ${section}`);
  return [folded(`Everything else: ${counts.join(", ")}`, tableOf(room, titles, groups.map(cellsOf), longest.rest))];
}

/** The findings of policies: a few mandatory violations are shown, the rest is folded. */
function policyParts(room: CommentRoom, { packs, findings, refused }: Policies, counts: Counts): string[] {
  const stopping = findings.filter(({ level }) => level === "mandatory");
  const rest = findings.filter(({ level }) => level !== "mandatory");
  const levels = levelsText(counts, ["advisory", "fixed"]);
  if (refused && stopping.length === 0) return [];
  const names = packs.map(({ name, version }) => prose(version === "" ? name : `${name} ${version}`)).join(", ");
  return [
    ...(stopping.length > 0
      ? [foldedIfLong(stopping, `Policies: ${levelsText(counts, ["mandatory"])}`, findingTable(room, stopping, longest.stopping))]
      : []),
    ...(packs.length > 0 && stopping.length === 0 ? [`✅ **No policy stops this update** (${names})`] : []),
    ...(rest.length > 0 ? [folded(`Policies: ${levels}`, findingTable(room, rest, longest.part))] : []),
  ];
}

function findingTable(room: CommentRoom, findings: readonly PolicyFinding[], length: number): string {
  const hasStacks = findings.some(({ stack }) => stack !== undefined);
  const cellsOfFinding = ({ level, policy, urn, message, stack = "" }: PolicyFinding) => {
    const lines = message.split("\n").map((line) => prose(line));
    return [...(hasStacks ? [code(stack)] : []), prose(policy), level, prose(resourceName(urn)), lines.join("<br>")];
  };
  const names = [...(hasStacks ? ["stack"] : []), "policy", "level", "resource", "finding"];
  return tableOf(room, names, findings.map(cellsOfFinding), length);
}

function tableOf(room: CommentRoom, names: readonly string[], rows: readonly (readonly string[])[], length: number): string {
  const rest = (count: number) => rowWith(names.map((_, index) => (index === 0 ? leftOut(count) : "")));
  return [rowWith(names), `|${"---|".repeat(names.length)}`, ...room.limited(rows, length, rowWith, rest)].join("\n");
}

/** The titles of {@link cellsOf}. */
const titles = ["change", "target", "resource", "permission", "through"];

function cellsOf({ first, targets, resources }: AccessGroup<Change>): string[] {
  const { target, resource, pending, shares } = first;
  const kind = kindOf(target, targets.length);
  const who =
    target.kind === "Unknown"
      ? "*known during the update*"
      : `${idsText(targets)} ${target.external === false && target.kind !== "ResourceDirectory" ? kind : `**${kind}**`}`;
  const what = resource.id === "unknown" ? "*what else the share holds*" : `${prose(resource.type)} ${idsText(resources)}`;
  const how = `${code(permissionText(first))}${pending && first.change !== "lost" ? " *(pending)*" : ""}`;
  const through = shares.map(({ name }) => code(name)).join(", ");
  const change = changeTexts[sectionOf(first)];
  return [
    ["gained", "lost"].includes(first.change) ? `**${change}**` : change,
    who,
    what,
    how,
    first.stack === undefined ? through : `${through} in ${code(first.stack)}`,
  ];
}

function idsText(items: readonly Pick<Target, "id" | "property">[]): string {
  return firstTexts(
    items.map((item) => code(describedName(item))),
    mostIds,
  );
}

function rowWith(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function pictureOf(room: CommentRoom, changes: readonly Change[], title: string): string {
  const picture = toMermaid(changes, title);
  return room.take(picture.length, longest.rest)
    ? `\`\`\`mermaid\n${picture}\n\`\`\``
    : "It is too large for a comment: `--format svg` draws it.";
}

function foldedIfLong(rows: readonly unknown[], title: string, table: string): string {
  return rows.length > mostRows ? folded(title, table) : table;
}

function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}
