import type { AccessDiff } from "../access-diff.ts";
import { mergedPolicies, noPolicies } from "../policies/policy-findings.ts";

/**
 * Joins the diffs of several stacks to one, in which each change and each remark names its stack. One diff stays as it is.
 *
 * @example
 * joinedDiffs([diffAccess(dev), diffAccess(prod)]).changes[0].stack // "shop/dev"
 */
export function joinedDiffs(diffs: readonly AccessDiff[]): AccessDiff {
  const [first, ...others] = diffs;
  if (first === undefined) throw new RangeError("there is no diff to join");
  return others.length === 0 ? first : mergedDiffs(diffs.map((diff) => namedDiff(diff, diff.stack ?? "an empty stack")));
}

/** Returns a diff in which each change, each finding of policies and each remark names its stack. */
export function namedDiff(diff: AccessDiff, stack: string): AccessDiff {
  return {
    ...diff,
    changes: diff.changes.map((change) => ({ ...change, stack })),
    policies: { ...diff.policies, findings: diff.policies.findings.map((finding) => ({ ...finding, stack })) },
    remarks: diff.remarks.map((remark) => `${stack}: ${remark}`),
    unknownTargetShares: diff.unknownTargetShares.map((name) => `${stack}: ${name}`),
  };
}

/** Joins diffs in which each change names its stack. */
export function mergedDiffs(diffs: readonly AccessDiff[]): AccessDiff {
  return {
    changes: diffs.flatMap(({ changes }) => changes),
    remarks: diffs.flatMap(({ remarks }) => remarks),
    unknownTargetShares: diffs.flatMap(({ unknownTargetShares }) => unknownTargetShares),
    policies: diffs.map(({ policies }) => policies).reduce(mergedPolicies, noPolicies),
    isIncomplete: diffs.some(({ isIncomplete }) => isIncomplete),
    allowedExternal: [...new Set(diffs.flatMap(({ allowedExternal = [] }) => allowedExternal))],
  };
}
