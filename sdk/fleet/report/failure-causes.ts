import { groupedBy } from "../../../provider/kernel/grouped-by.ts";
import type { StackResult } from "../run/results.ts";

/** One cause of failures, and the stacks that failed because of it. */
export interface FailureCause {
  /** The message of the first of these stacks. */
  readonly cause: string;
  readonly stacks: readonly string[];
}

/** Why something of a stack failed. */
interface StackFailure {
  readonly name: string;
  readonly reason: string;
}

/** The causes why stacks failed, the most frequent first. */
export function failureCauses(stacks: readonly StackResult[]): readonly FailureCause[] {
  const failures = stacks
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, reasons }) => reasons.map((reason) => ({ name, reason })));
  return groupedByCause(failures).toSorted((a, b) => b.stacks.length - a.stacks.length);
}

/** Groups failures by cause: reasons that differ only in ids, numbers and names of stacks have one cause, but each locked stack has its own command. */
export function groupedByCause(failures: readonly StackFailure[]): readonly FailureCause[] {
  return groupedBy(failures, ({ name, reason }) => keyOf(reason, name)).map((group) => ({
    cause: group[0].reason,
    stacks: [...new Set(group.map(({ name }) => name))],
  }));
}

function keyOf(reason: string, stack: string): string {
  if (reason.includes("pulumi cancel --yes")) return reason;
  const name = stack.replace(/[^\w]/g, String.raw`\$&`);
  return reason
    .replace(new RegExp(`(?<![\\w.-])${name}(?![\\w-])`, "g"), "…")
    .replace(/urn:pulumi:\S+/g, "…")
    .replace(/[\w-]+/g, (word) => (/\d/.test(word) ? "…" : word));
}
