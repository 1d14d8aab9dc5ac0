import { associatedIn } from "../../access/state-associations.ts";
import { UNKNOWN } from "../../provider/lifecycle/resource.ts";
import { matches, matchesShareName, noteUnknown, targetsOf } from "./lists.ts";
import type { CheckedResource } from "./policy-resource.ts";
import type { Findings } from "./rule.ts";

/** Reports the listed targets of a closed share that the service has associated as outside: it closes no share that still has such a target. */
export function checkClosed(subject: CheckedResource, share: CheckedResource | undefined, findings: Findings): void {
  if (isOpen(share) !== false) return;
  const associated = associatedIn(subject.values).targets;
  const outside = new Set(associated.flatMap(({ entity: { id, external } }) => (external === true ? [id] : [])));
  for (const { id } of targetsOf(subject).filter((target) => outside.has(target.id))) {
    findings.violation(subject, `shares with ${id}, which is outside the directory, and the share is closed; take it out of targets first`);
  }
}

/** Whether a share allows external targets; not known where the stack does not have the share, or the value. */
function isOpen(share: CheckedResource | undefined): unknown {
  return share ? (share.values["allowExternalTargets"] ?? false) : UNKNOWN;
}

/** Who may be a target. */
type Lists = Readonly<Partial<Record<"allow" | "members", readonly string[]>>>;

/** Reports the targets of a share that may be outside the directory and are not allowed; `share` is undefined where another stack manages it. */
export function checkTargets(
  subject: CheckedResource,
  share: CheckedResource | undefined,
  { allow = [], members }: Lists,
  to: Findings,
): void {
  const open = isOpen(share);
  if (open === false || matchesShareName(allow, share?.values["name"])) return;
  const isFine = (id: string, kind: string) => !/^(Account|Service)$/.test(kind) || matches([...allow, ...(members ?? [])], id);
  // At the end of an update, the records of the service are known.
  const associated = new Set(associatedIn(subject.values).targets.map(({ entity }) => entity.id));
  for (const { id, kind } of targetsOf(subject).filter((one) => !isFine(one.id, one.kind))) {
    const isService = kind === "Service";
    const message = `shares with ${id}, which ${isService || members ? "is" : "may be"} outside the directory and is not allowed`;
    const way = `take it out of targets, or list it${isService ? " in `allow`" : ": a member in `members`, another in `allow`"}`;
    const done = associated.has(id) ? "; the share has it already: correct this and run `pulumi up` again" : "";
    // A service is outside every directory, so a share that has one is open.
    if (open === true || (!share && isService)) to.violation(subject, `${message}; ${way}${done}`);
    else to.unknown(subject, `${message} (a notice only: whether its share allows external targets is not known here); ${way}`);
  }
  noteUnknown(subject, ["targets", "allowExternalTargets"], to);
}
