import type { AccessDiff } from "../access-diff.ts";
import { mergedPolicies } from "../policies/policy-findings.ts";

/**
 * Joins the diffs of several stacks to one, in which each change and each remark names its stack. One diff stays as it is.
 *
 * @example
 * joinedDiffs([diffAccess(dev), diffAccess(prod)]).changes[0].stack // "shop/dev"
 */
export function joinedDiffs(diffs: readonly AccessDiff[]): AccessDiff {
  const [first, ...others] = diffs;
  if (first === undefined) throw new RangeError("there is no diff to join");
  if (others.length === 0) return first;
  return {
    changes: diffs.flatMap((diff) => diff.changes.map((change) => ({ ...change, stack: nameOf(diff) }))),
    remarks: diffs.flatMap((diff) => diff.remarks.map((remark) => `${nameOf(diff)}: ${remark}`)),
    unknownTargetShares: diffs.flatMap((diff) => diff.unknownTargetShares.map((name) => `${nameOf(diff)}: ${name}`)),
    policies: diffs.map(({ policies }) => policies).reduce(mergedPolicies),
    isIncomplete: diffs.some(({ isIncomplete }) => isIncomplete),
    allowedExternal: [...new Set(diffs.flatMap(({ allowedExternal = [] }) => allowedExternal))],
  };
}

function nameOf({ stack }: AccessDiff): string {
  return stack ?? "an empty stack";
}
