import { z } from "zod";
import { InputError } from "../../../provider/kernel/errors.ts";
import { parseJson } from "../../../provider/kernel/json.ts";
import { printableJson } from "../../../provider/kernel/printable.ts";
import { mergedDiffs } from "../../../access/diff/review/several-stacks.ts";
import { Finding } from "../../../access/output/finding.ts";
import { Report } from "../../../access/diff/report.ts";
import { type FleetResult, operations, StackResult } from "../run/results.ts";
import { shardNamed } from "../run/shard.ts";
import { failureCauses } from "./failure-causes.ts";
import { fleetSummaryText } from "./summary.ts";

/** The output of `fleet … --format json`. A version may add members; existing ones keep their meaning. */
const FleetReport = z.object({
  version: z.literal(1),
  fleet: z.string(),
  operation: z.enum(operations),
  shard: z
    .string()
    .refine((text) => shardNamed(text) !== undefined)
    .optional(),
  stacks: z.array(StackResult),
  failures: z.array(z.object({ cause: z.string(), stacks: z.array(z.string()) })),
  access: z.object({
    changes: Report.shape.changes,
    policies: Report.shape.policies,
    remarks: z.array(z.string()),
    unknownTargetShares: z.array(z.string()),
    isIncomplete: z.boolean(),
  }),
  headroom: z.array(Finding).default([]),
  summary: z.string(),
});

/** The result as JSON, for programs and for {@link readReport}. */
export function toFleetJson(result: FleetResult): string {
  const { stacks } = result;
  const report = FleetReport.parse({
    ...result,
    version: 1,
    failures: failureCauses(stacks),
    summary: fleetSummaryText(result),
  });
  return printableJson(JSON.stringify(report, undefined, 2));
}

/**
 * Reads the JSON output of `fleet`, of a whole fleet or of a shard.
 *
 * @throws InputError when the text is not a report.
 */
export function readReport(text: string): FleetResult {
  const { success, data } = FleetReport.safeParse(parseJson(text));
  if (!success) throw InputError.of("report", "this is no report of a fleet: give what `resourceshare fleet … --format json` prints");
  const changes = data.access.changes.map((change) => ({
    ...change,
    account: change.account,
    // Shares of a report have no `pending` of their own.
    shares: change.shares.map(({ urn, name, id }) => ({ urn, name, id, pending: change.pending })),
  }));
  return { ...data, access: { ...data.access, changes } };
}

/**
 * Joins the results of shards to the result of the whole fleet, by the names of the stacks.
 *
 * @throws InputError when the results belong to several fleets or operations, and when a shard's result is missing or there twice.
 */
export function joinedResults(results: readonly FleetResult[]): FleetResult {
  const [first, ...others] = results;
  if (first === undefined) throw new RangeError("there is no result to join");
  const { fleet, operation } = first;
  const other = others.find((result) => result.fleet !== fleet || result.operation !== operation);
  if (other !== undefined)
    throw InputError.of("report", `one report is of the ${operation} of ${fleet}, another of the ${other.operation} of ${other.fleet}`);
  assertAllShards(results.map(({ shard }) => shard));
  const stacks = results.flatMap((result) => result.stacks).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const repeated = stacks.find(({ name }, index) => name === stacks[index + 1]?.name);
  if (repeated !== undefined) throw InputError.of("report", `the stack ${repeated.name} is in two reports: give one report of each stack`);
  return {
    fleet,
    operation,
    stacks,
    access: mergedDiffs(results.map(({ access }) => access)),
    headroom: results.flatMap(({ headroom }) => headroom),
  };
}

/** Rejects reports that are not exactly one for each shard of a run: a missing one would hide what its stacks violate. */
function assertAllShards(shards: readonly (string | undefined)[]): void {
  const [, count] = shards.find((shard) => shard !== undefined)?.split("/") ?? [];
  const wanted = Array.from({ length: Number(count ?? 0) }, (_, index) => `${index + 1}/${count}`);
  const missing = wanted.filter((shard) => !shards.includes(shard));
  if (count === undefined || (missing.length === 0 && shards.length === wanted.length)) return;
  const given = shards.map((shard) => (shard === undefined ? "the whole fleet" : `shard ${shard}`)).join(", ");
  const absent = missing.length === 0 ? "" : `; missing: ${missing.join(", ")}`;
  throw InputError.of("report", `the reports are of ${given}: give the report of each of ${count} shards of one run once${absent}`);
}
