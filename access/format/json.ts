import type { Access } from "../access.ts";
import { printableJson } from "../../provider/kernel/printable.ts";
import { riskFirst } from "../diff/review/risks.ts";
import { summaryOf } from "../summary.ts";

/**
 * The accesses as JSON: `{ version: 1, access, summary, remarks }`. A version may add fields; existing fields keep their meaning.
 *
 * @param allowed Patterns of targets that may be outside the directory.
 */
export function toJson(accesses: readonly Access[], remarks: readonly string[], allowed: readonly string[] = []): string {
  const summary = summaryOf(accesses, allowed);
  return printableJson(JSON.stringify({ version: 1, access: riskFirst(accesses), summary, remarks }, undefined, 2));
}
