import { accessKey } from "../../access-key.ts";
import { sectionOf } from "../../shown-access.ts";
import type { AccessDiff } from "../access-diff.ts";
import type { Change } from "../changes.ts";
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

/** Joins diffs in which each change names its stack. What one stack keeps in force, another neither gives nor takes away. */
export function mergedDiffs(diffs: readonly AccessDiff[]): AccessDiff {
  const byAccess = Map.groupBy(
    diffs.flatMap(({ changes }) => changes),
    accessKey,
  );
  return {
    changes: [...byAccess.values()].flatMap(ofAllStacks),
    remarks: diffs.flatMap(({ remarks }) => remarks),
    unknownTargetShares: diffs.flatMap(({ unknownTargetShares }) => unknownTargetShares),
    policies: diffs.map(({ policies }) => policies).reduce(mergedPolicies, noPolicies),
    isIncomplete: diffs.some(({ isIncomplete }) => isIncomplete),
    allowedExternal: [...new Set(diffs.flatMap(({ allowedExternal = [] }) => allowedExternal))],
  };
}

/** Returns what several stacks together do to one access: it is kept where one of them keeps it in force, and else as each of them changes it. */
function ofAllStacks(changes: readonly Change[]): readonly Change[] {
  const kept = changes.find((one) => sectionOf(one) === "kept" && !one.pending);
  if (kept === undefined) return changes;
  const shares = changes.filter(({ change }) => change !== "lost").flatMap((one) => one.shares);
  return [{ ...kept, shares }];
}
