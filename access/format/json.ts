import type { Access } from "../access.ts";
import { printableJson } from "../../provider/kernel/printable.ts";
import { riskFirst } from "../diff/review/risks.ts";
import { summaryOf } from "../summary.ts";

/** The accesses as JSON: `{ version: 1, access, summary, remarks }`. A version may add fields; existing fields keep their meaning. */
export function toJson(accesses: readonly Access[], remarks: readonly string[]): string {
  return printableJson(JSON.stringify({ version: 1, access: riskFirst(accesses), summary: summaryOf(accesses), remarks }, undefined, 2));
}
