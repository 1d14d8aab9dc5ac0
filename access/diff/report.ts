import { z } from "zod";
import { printableJson } from "../../provider/kernel/printable.ts";
import type { AccessDiff } from "./access-diff.ts";
import { ReportedChange } from "./changes.ts";
import { countsOf, CountsShape, countsText } from "./counts.ts";
import { ReportedPolicies } from "./policies/policy-findings.ts";

/** The output of `diff --format json`. A version may add fields; existing fields keep their meaning. */
export const Report = z.object({
  version: z.literal(1),
  changes: z.array(ReportedChange),
  policies: ReportedPolicies,
  summary: CountsShape.extend({ text: z.string() }),
  remarks: z.array(z.string()),
});

/**
 * Step 7 of {@link diffAccess}: writes the changes as JSON for programs.
 *
 * @param counts The counts of the summary; by default those of the diff's changes.
 * @example
 * const report = Report.parse(JSON.parse(toReport(diffAccess(preview))));
 */
export function toReport(diff: AccessDiff, counts = countsOf(diff)): string {
  const { changes, remarks, policies } = diff;
  const summary = { ...counts, text: countsText(counts, diff) };
  const report = Report.parse({ version: 1, changes, policies: { ...policies, refused: policies.isRefused }, summary, remarks });
  return printableJson(JSON.stringify(report, undefined, 2));
}

/** The published JSON schema of the report. */
export function reportSchema(): string {
  const schema = z.toJSONSchema(Report, { io: "input", target: "draft-2020-12" });
  return `${JSON.stringify({ title: "resourceshare diff --format json", ...schema }, undefined, 2)}\n`;
}
