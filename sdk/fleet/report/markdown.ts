import { numberOf } from "../../../access/diff/counts.ts";
import { firstTexts } from "../../../access/first-texts.ts";
import { type MarkdownOptions, toMarkdown } from "../../../access/format/markdown.ts";
import { CommentRoom, leftOut } from "../../../access/format/comment-room.ts";
import { cell, code, prose } from "../../../access/format/markdown-text.ts";
import type { FleetResult } from "../run/results.ts";
import { failureCauses } from "./failure-causes.ts";
import { findingsOf, statusCounts } from "./summary.ts";

/** The most characters of each part, and of a cause or a finding in it. */
const longest = { causes: 12_000, skipped: 3000, findings: 5000, item: 600 };

/** The most names of stacks in a line. */
const mostStacks = 8;

/** The result as a comment of a pull request: failures by cause first, then quotas and what changes in access. */
export function toFleetMarkdown(result: FleetResult, { runUrl, failed }: Pick<MarkdownOptions, "runUrl" | "failed"> = {}): string {
  const { fleet, operation, stacks, access } = result;
  const room = new CommentRoom();
  const run = runUrl === undefined ? "" : ` ([run](${runUrl}))`;
  return [
    `### Fleet ${code(fleet)}: ${operation} of ${numberOf(stacks.length, "stack")}${run}`,
    `**${titleOf(stacks)}**: ${statusCounts(stacks)}.`,
    ...failureParts(room, result),
    ...skippedParts(room, result),
    ...findingParts(room, result),
    toMarkdown(access, { failed, room }),
  ].join("\n\n");
}

function titleOf(stacks: FleetResult["stacks"]): string {
  const others = stacks.filter(({ status }) => status !== "succeeded");
  if (others.length === 0) return "✅ Every stack succeeded";
  return others.every(({ status }) => status === "unknown") ? "⚠️ Not every preview is known" : "❌ Not every stack succeeded";
}

function failureParts(room: CommentRoom, { stacks }: FleetResult): string[] {
  const causes = failureCauses(stacks);
  if (causes.length === 0) return [];
  const rows = room.limited(
    causes,
    longest.causes,
    ({ cause, stacks: names }) => `| ${names.length} | ${namesText(names)} | ${cell(prose(shortened(cause)))} |`,
    (count) => `| | | ${leftOut(count)} |`,
  );
  return [["| failed | stacks | cause |", "|---|---|---|", ...rows].join("\n")];
}

function skippedParts(room: CommentRoom, { stacks }: FleetResult): string[] {
  const groups = Map.groupBy(
    stacks.filter(({ status }) => status !== "succeeded" && status !== "failed"),
    ({ status, because, reasons }) => {
      if (status === "skipped")
        return `Skipped because ${reasons.length > 0 ? prose(shortened(reasons.join("; "))) : `of ${namesText(because)}`}`;
      if (status === "unknown") return `Not known before the first update of ${namesText(because)}`;
      return status === "interrupted" ? "Interrupted" : "Not started";
    },
  );
  const lines = room.limited(
    [...groups],
    longest.skipped,
    ([title, some]) => `- ${title}: ${namesText(some.map(({ name }) => name))}`,
    (count) => `- ${leftOut(count)}`,
  );
  return lines.length > 0 ? [lines.join("\n")] : [];
}

const levelMarks = { problem: "❌", warning: "⚠️", ok: "✅" } as const;
const levels: readonly string[] = Object.keys(levelMarks);

/** Warnings and findings about quotas, the worst first. */
function findingParts(room: CommentRoom, result: FleetResult): string[] {
  const worstFirst = findingsOf(result).toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  const lines = room.limited(
    worstFirst,
    longest.findings,
    ({ level, subject, message, fix }) => {
      const text = `${subject}: ${message}${fix === undefined ? "" : ` (${fix})`}`;
      return `- ${levelMarks[level]} ${prose(shortened(text))}`;
    },
    (count) => `- ${leftOut(count)}`,
  );
  return lines.length > 0 ? [lines.join("\n")] : [];
}

function namesText(names: readonly string[]): string {
  return firstTexts(names.map(code), mostStacks);
}

function shortened(text: string): string {
  return text.length > longest.item ? `${text.slice(0, longest.item)}…` : text;
}
