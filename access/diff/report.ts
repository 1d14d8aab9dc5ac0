import { z } from "zod";
import { printableJson } from "../../provider/kernel/printable.ts";
import type { AccessDiff } from "./access-diff.ts";
import { ReportedChange } from "./changes.ts";
import { countsOf, CountsShape, countsText } from "./counts.ts";
import { Policies } from "./policies/policy-findings.ts";

/** The output of `diff --format json`. A version may add fields; existing fields keep their meaning. */
export const Report = z.object({
  version: z.literal(1),
  changes: z.array(ReportedChange),
  policies: Policies,
  summary: CountsShape.extend({ text: z.string() }),
  remarks: z.array(z.string()),
});

/**
 * Step 7 of {@link diffAccess}: writes the changes as JSON for programs.
 *
 * @param counts The summary; by default, of the diff itself.
 * @example
 * const report = Report.parse(JSON.parse(toReport(diffAccess(preview))));
 */
export function toReport(diff: AccessDiff, counts = countsOf(diff)): string {
  const { changes, remarks, policies } = diff;
  // Each change is serialized by itself: all changes of a large stack as one value would need much more memory than its preview.
  const lines = changes.map((change) => `    ${printableJson(JSON.stringify(ReportedChange.parse(change)))}`);
  const rest = {
    policies,
    summary: { ...counts, text: countsText(counts, policies) },
    remarks,
  };
  const written = printableJson(JSON.stringify(Report.omit({ version: true, changes: true }).parse(rest), undefined, 2));
  const list = lines.length > 0 ? `[\n${lines.join(",\n")}\n  ]` : "[]";
  return `{\n  "version": 1,\n  "changes": ${list},${written.slice(1)}`;
}

/** The published JSON schema of the report. */
export function reportSchema(): string {
  const schema = z.toJSONSchema(Report, { io: "input", target: "draft-2020-12" });
  return `${JSON.stringify({ title: "resourceshare diff --format json", ...schema }, undefined, 2)}\n`;
}
