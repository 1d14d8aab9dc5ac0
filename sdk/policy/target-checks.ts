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

/** What is checked with the whole stack is checked at the end of a preview or an update. */
const afterAnUpdate = "; after an update it may have access already: correct this and run `pulumi up` again";

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
  for (const { id, kind } of targetsOf(subject).filter((one) => !isFine(one.id, one.kind))) {
    // A service is outside every directory, so a share that has one is open.
    const isWrong = open === true || (!share && kind === "Service");
    // A member of the listed directory is fine.
    const isOutside = kind === "Service" || (members !== undefined && members.length > 0);
    const isBeforeAChange = subject === share && members !== undefined;
    const message = `shares with ${id}, which ${isOutside ? "is" : "may be"} outside the directory and is not allowed`;
    const way = "take it out of targets, or list it: a member in `members`, another in `allow`";
    if (isWrong) to.violation(subject, `${message}; ${way}${isBeforeAChange ? "" : afterAnUpdate}`);
    else to.unknown(subject, `${message}; ${way}`);
  }
  noteUnknown(subject, ["targets", "allowExternalTargets"], to);
}
