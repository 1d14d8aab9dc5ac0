import { UNKNOWN } from "../../../provider/lifecycle/resource.ts";
import { associatedInside, matches, matchesShareName, noteStrays, noteUnknown, targetsOf } from "../lists.ts";
import { texts } from "../option.ts";
import { define, type Findings } from "../rule.ts";
import type { CheckedResource } from "../policy-resource.ts";
import { checkClosed } from "../closed-shares.ts";

/** Policy `external-targets`: rejects targets outside the resource directory that are not allowed. */
export const externalTargets = define({
  name: "external-targets",
  description: "Nothing is shared outside the resource directory unless that is allowed.",
  options: {
    allow: texts("accounts and services that may be targets, and names of shares that may have any; `*` stands for any text"),
    members: texts("accounts of the resource directory: these are inside it, and others outside"),
  },
  notChecked: "whether an account that is not associated yet is a member: in a share that is open to the outside, list those in `members`",
  kinds: ["ResourceShare"],
  resource(subject, options, findings) {
    if (subject.values["allowExternalTargets"] === true && !options.allow?.length) findings.violation(subject, openShareMessage);
    if (options.members) checkTargets(subject, subject, options, findings);
  },
  stack({ shares, strays }, options, findings) {
    noteStrays(strays, ["ShareAssociation"], findings);
    const allow = [...(options.allow ?? []), ...(options.members ? [] : associatedInside(shares))];
    for (const { itself, parts } of shares) {
      for (const part of parts) {
        if (part !== itself || !options.members) checkTargets(part, itself, { ...options, allow }, findings);
        checkClosed(part, itself, findings);
      }
    }
  },
});
const openShareMessage = "has allowExternalTargets: true, and no target outside is allowed; drop it, or list who may in `allow`";
type Lists = Readonly<Partial<Record<"allow" | "members", readonly string[]>>>;
function checkTargets(subject: CheckedResource, share: CheckedResource | undefined, { allow = [], members = [] }: Lists, to: Findings) {
  const open = share ? (share.values["allowExternalTargets"] ?? false) : UNKNOWN;
  if (open === false || matchesShareName(allow, share?.values["name"])) return;
  const isFine = (id: string, kind: string) => !/^(Account|Service)$/.test(kind) || matches([...allow, ...members], id);
  for (const { id, kind } of targetsOf(subject).filter((one) => !isFine(one.id, one.kind))) {
    const [isWrong, isOutside] = [open === true || (!share && kind === "Service"), kind === "Service" || members.length > 0];
    const message = `shares with ${id}, which ${isOutside ? "is" : "may be"} outside the directory and is not allowed`;
    to[isWrong ? "violation" : "unknown"](subject, `${message}; take it out of targets, or add it to \`allow\``);
  }
  noteUnknown(subject, ["targets", "allowExternalTargets"], to);
}
