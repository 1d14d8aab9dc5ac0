import { z } from "zod";
import { printableJson } from "../../provider/kernel/printable.ts";
import type { AccessDiff } from "./access-diff.ts";
import { countsOf, CountsShape, countsText } from "./counts.ts";

/** A target in the output of `access` and `diff`. */
export const ReportedTarget = z.object({
  id: z.string().describe("`unknown` where the id is known only during the update"),
  kind: z.enum(["ResourceDirectory", "Folder", "Account", "Service", "Unknown"]),
  external: z
    .boolean()
    .nullable()
    .describe("Whether it is outside the resource directory of the account that shares; `null` where that is not known"),
  property: z
    .string()
    .optional()
    .describe("The property of a service, as canonical JSON; `unknown` where it is known only during the update"),
});

/** A resource in the output of `access` and `diff`. */
export const ReportedResource = z.object({
  type: z.string(),
  id: z.string(),
  arn: z.string().optional(),
  property: z.string().optional().describe("The property of the resource in its share, as canonical JSON"),
});

const ReportedChange = z.object({
  stack: z.string().optional().describe("The project and the stack, where several previews were given"),
  change: z.enum(["gained", "lost", "kept", "unknown"]),
  target: ReportedTarget,
  resource: ReportedResource,
  permission: z
    .string()
    .describe(
      "Its name; `default` where the type's default applies and its name is not known; `unknown` where the name is known only during the update",
    ),
  account: z.string().optional().describe("The account that shares: its id, or its name in the configuration where the id is not known"),
  pending: z.boolean().describe("No share grants it yet: an invitation is open"),
  gap: z.boolean().describe("It exists before and after the update, perhaps with other properties, but is interrupted during it"),
  mayBeLost: z.boolean().optional().describe("Whether an unknown access exists before the update, and may be lost"),
  wasPending: z.boolean().optional().describe("Whether a kept access was pending before; only `access --since` has it"),
  shares: z.array(z.object({ urn: z.string().optional(), name: z.string(), id: z.string().optional() })),
});

/** The output of `diff --format json`. A version may add fields; existing fields keep their meaning. */
export const Report = z.object({
  version: z.literal(1),
  changes: z.array(ReportedChange),
  policies: z.object({
    packs: z
      .array(z.object({ name: z.string(), version: z.string() }))
      .describe("The policy packs that were run, as far as the preview reports them"),
    findings: z.array(
      z.object({
        level: z
          .enum(["mandatory", "advisory", "fixed"])
          .describe("`mandatory` stops the update; `fixed` is what the policy itself has remediated"),
        policy: z.string(),
        pack: z.string(),
        urn: z.string().describe("The resource; the stack for a finding without a single resource"),
        message: z.string(),
      }),
    ),
    refused: z.boolean().describe("The engine stopped the preview without another reason, as after a mandatory violation"),
  }),
  summary: CountsShape.extend({ text: z.string() }),
  remarks: z.array(z.string()),
});
type Report = z.infer<typeof Report>;

/** How many changes one piece contains: one string for a large stack would need more memory than reading it. */
const atOnce = 500;

/**
 * Step 7 of {@link diffAccess}: yields the changes as JSON for programs, in pieces of whole lines.
 *
 * @param counts The counts of the summary; by default those of the diff's changes.
 * @example
 * const report = Report.parse(JSON.parse([...toReport(diffAccess(preview))].join("\n")));
 */
export function* toReport(diff: AccessDiff, counts = countsOf(diff)): Generator<string> {
  const { changes, remarks, policies } = diff;
  const { packs, findings, isRefused } = policies;
  const rest: Omit<Report, "version" | "changes"> = {
    policies: { packs: [...packs], findings: [...findings], refused: isRefused },
    summary: { ...counts, text: countsText(counts, diff) },
    remarks: [...remarks],
  };
  const version: Report["version"] = 1;
  yield `{\n  "version": ${version},\n  "changes": [`;
  for (let from = 0; from < changes.length; from += atOnce) {
    const piece = changes.slice(from, from + atOnce).map((change) => printableJson(JSON.stringify(ReportedChange.parse(change))));
    yield `    ${piece.join(",\n    ")}${from + atOnce < changes.length ? "," : ""}`;
  }
  // The rest of the object without its opening brace, which is written already.
  yield `  ],${printableJson(JSON.stringify(rest, undefined, 2)).slice(1)}`;
}

/** The published JSON schema of the report. */
export function reportSchema(): string {
  const schema = z.toJSONSchema(Report, { io: "input", target: "draft-2020-12" });
  return `${JSON.stringify({ title: "resourceshare diff --format json", ...schema }, undefined, 2)}\n`;
}
