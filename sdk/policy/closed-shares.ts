import { associatedIn } from "../access/state-associations.ts";
import { targetsOf } from "./lists.ts";
import type { CheckedResource } from "./policy-resource.ts";
import type { Findings } from "./rule.ts";

/** Reports the listed targets of a closed share that the service has associated as outside: it closes no share that still has such a target. */
export function checkClosed(subject: CheckedResource, share: CheckedResource | undefined, findings: Findings): void {
  if ((share?.values["allowExternalTargets"] ?? share === undefined) !== false) return;
  const associated = associatedIn(subject.values).targets;
  const outside = new Set(associated.flatMap(({ entity: { id, external } }) => (external === true ? [id] : [])));
  for (const { id } of targetsOf(subject).filter((target) => outside.has(target.id))) {
    findings.violation(subject, `shares with ${id}, which is outside the directory, and the share is closed; take it out of targets first`);
  }
}
