import { firstOf } from "../../../access/diff/counts.ts";
import { type MarkdownOptions, toMarkdown } from "../../../access/format/markdown.ts";
import { cell, code, prose } from "../../../access/format/markdown-text.ts";
import type { FleetResult } from "../run/results.ts";
import { failureCauses } from "./failure-causes.ts";
import { statusCounts } from "./summary.ts";

/** The most failures and findings, and the most names of stacks in a line: a comment has 65,536 characters at most. */
const most = { causes: 20, findings: 20, stacks: 8, characters: 600 };

/** The result as a comment of a pull request: failures by cause first, then quotas and what changes in access. */
export function toFleetMarkdown(result: FleetResult, { runUrl, failed }: Pick<MarkdownOptions, "runUrl" | "failed"> = {}): string {
  const { fleet, operation, stacks, access } = result;
  const run = runUrl === undefined ? "" : ` ([run](${runUrl}))`;
  return [
    `### Fleet ${code(fleet)}: ${operation} of ${stacks.length} stacks${run}`,
    `**${titleOf(stacks)}**: ${statusCounts(stacks)}.`,
    ...failureParts(result),
    ...skippedParts(result),
    ...headroomParts(result),
    ...(operation === "refresh" ? [] : [toMarkdown(access, { failed })]),
  ].join("\n\n");
}

function titleOf(stacks: FleetResult["stacks"]): string {
  const others = stacks.filter(({ status }) => status !== "succeeded");
  if (others.length === 0) return "✅ Every stack succeeded";
  return others.every(({ status }) => status === "unknown") ? "⚠️ Not every preview is known" : "❌ Not every stack succeeded";
}

function failureParts({ stacks }: FleetResult): string[] {
  const causes = failureCauses(stacks);
  if (causes.length === 0) return [];
  const rows = causes
    .slice(0, most.causes)
    .map(({ cause, stacks: names }) => `| ${names.length} | ${namesText(names)} | ${cell(prose(shortened(cause)))} |`);
  const rest = causes.length > most.causes ? [`| | | ${causes.length - most.causes} other causes |`] : [];
  return [["| failed | stacks | cause |", "|---|---|---|", ...rows, ...rest].join("\n")];
}

function skippedParts({ stacks }: FleetResult): string[] {
  const groups = Map.groupBy(
    stacks.filter(({ status }) => status !== "succeeded" && status !== "failed"),
    ({ status, because }) => {
      if (status === "skipped") return `Skipped because of ${namesText(because)}`;
      if (status === "unknown") return `Not known before the first update of ${namesText(because)}`;
      return status === "interrupted" ? "Interrupted" : "Not started";
    },
  );
  const lines = [...groups].slice(0, most.causes).map(([title, some]) => `- ${title}: ${namesText(some.map(({ name }) => name))}`);
  return lines.length > 0 ? [lines.join("\n")] : [];
}

const levelMarks = { problem: "❌", warning: "⚠️", ok: "✅" } as const;
const levels: readonly string[] = Object.keys(levelMarks);

/** The findings about quotas, the worst first. */
function headroomParts({ headroom }: FleetResult): string[] {
  const lines = headroom
    .toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
    .slice(0, most.findings)
    .map(({ level, subject, message, fix }) => {
      const text = `${subject}: ${message}${fix === undefined ? "" : ` (${fix})`}`;
      return `- ${levelMarks[level]} ${prose(shortened(text))}`;
    });
  const rest = headroom.length > most.findings ? [`- ${headroom.length - most.findings} other findings about quotas`] : [];
  return lines.length > 0 ? [[...lines, ...rest].join("\n")] : [];
}

function namesText(names: readonly string[]): string {
  return firstOf(names.map(code), most.stacks);
}

function shortened(text: string): string {
  return text.length > most.characters ? `${text.slice(0, most.characters)}…` : text;
}
