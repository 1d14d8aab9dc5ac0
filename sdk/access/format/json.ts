import type { Access } from "../access.ts";
import { printableJson } from "../../../provider/kernel/printable.ts";
import { summaryOf } from "../summary.ts";

/** The accesses for programs: `{ version: 1, access, summary, remarks }`. Fields may be added; what is there keeps its meaning as long as the version does. */
export function toJson(accesses: readonly Access[], remarks: readonly string[]): string {
  return printableJson(JSON.stringify({ version: 1, access: accesses, summary: summaryOf(accesses), remarks }, undefined, 2));
}
