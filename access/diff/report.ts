import { z } from "zod";
import { printableJson } from "../../provider/kernel/printable.ts";
import type { AccessDiff } from "./access-diff.ts";
import type { Change } from "./changes.ts";
import { countsOf, countsText } from "./counts.ts";

const count = z.int().min(0);
const property = z.string().optional();

/** The output of `diff --format json`. A version may add fields; existing fields keep their meaning. */
export const Report = z.object({
  version: z.literal(1),
  changes: z.array(
    z.object({
      stack: z.string().optional().describe("The project and the stack, where several previews were given"),
      change: z.enum(["gained", "lost", "kept", "unknown"]),
      target: z.object({
        id: z.string().describe("`unknown` where the id is known only during the update"),
        kind: z.enum(["ResourceDirectory", "Folder", "Account", "Service", "Unknown"]),
        external: z
          .boolean()
          .nullable()
          .describe("Whether it is outside the resource directory of the account that shares; `null` where that is not known"),
        property: property.describe("The property of a service, as canonical JSON; `unknown` where it is known only during the update"),
      }),
      resource: z.object({
        type: z.string(),
        id: z.string(),
        arn: z.string().optional(),
        property: property.describe("The property of the resource in its share, as canonical JSON"),
      }),
      permission: z
        .string()
        .describe(
          "Its name; `default` where the type's default applies and its name is not known; `unknown` where the name is known only during the update",
        ),
      account: z
        .string()
        .optional()
        .describe("The account that shares: its id, or its name in the configuration where the id is not known"),
      pending: z.boolean().describe("No share grants it yet: an invitation is open"),
      gap: z.boolean().describe("It exists before and after the update, perhaps with other properties, but is interrupted during it"),
      wasPending: z.boolean().optional().describe("Whether a kept access was pending before; only `access --since` has it"),
      shares: z.array(z.object({ urn: z.string().optional(), name: z.string(), id: z.string().optional() })),
    }),
  ),
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
  summary: z.object({
    gained: count,
    lost: count,
    kept: count,
    unknown: count,
    gaps: count,
    pending: count,
    nowInForce: count.describe("Kept accesses that were pending and are in force now; only `access --since` knows them"),
    nowPending: count.describe("Kept accesses that were in force and are pending now; only `access --since` knows them"),
    externalTargets: count.describe("Targets outside the resource directory that gain access"),
    possiblyExternalTargets: count.describe("Targets that gain access and of which it is not known whether they are outside"),
    notChecked: count.describe("Shares that grant access to targets that are not known yet and may be outside the resource directory"),
    directories: count.describe("Whole resource directories that gain access"),
    services: count.describe("Services that gain access: they are outside every directory"),
    writes: count.describe(
      "Accesses that are gained with a permission to change resources, as far as the name of the permission shows that",
    ),
    mandatory: count.describe("Violations of policies that stop the update"),
    advisory: count.describe("Findings of policies that do not stop the update"),
    fixed: count.describe("Findings that the policy itself has remediated"),
    text: z.string(),
  }),
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
    summary: { ...counts, text: countsText(counts, policies) },
    remarks: [...remarks],
  };
  const version: Report["version"] = 1;
  yield `{\n  "version": ${version},\n  "changes": [`;
  for (let from = 0; from < changes.length; from += atOnce) {
    const piece = changes.slice(from, from + atOnce).map((change) => printableJson(JSON.stringify(reported(change))));
    yield `    ${piece.join(",\n    ")}${from + atOnce < changes.length ? "," : ""}`;
  }
  // The rest of the object without its opening brace, which is written already.
  yield `  ],${printableJson(JSON.stringify(rest, undefined, 2)).slice(1)}`;
}

function reported(reportedChange: Change): Report["changes"][number] {
  const { stack, change, target, resource, permission, account, pending, gap, wasPending, shares } = reportedChange;
  return {
    stack,
    change,
    target,
    resource,
    permission,
    account,
    pending,
    gap,
    wasPending,
    shares: shares.map(({ urn, name, id }) => ({ urn, name, id })),
  };
}

/** The published JSON schema of the report. */
export function reportSchema(): string {
  const schema = z.toJSONSchema(Report, { io: "input", target: "draft-2020-12" });
  return `${JSON.stringify({ title: "resourceshare diff --format json", ...schema }, undefined, 2)}\n`;
}
