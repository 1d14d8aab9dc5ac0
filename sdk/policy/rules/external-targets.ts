import { UNKNOWN } from "../../../provider/lifecycle/resource.ts";
import { matches, noteUnknown, targetsOf } from "../lists.ts";
import { texts } from "../option.ts";
import { define } from "../rule.ts";
import type { Findings } from "../rule.ts";
import type { CheckedResource } from "../policy-resource.ts";

/** Policy `external-targets`: rejects targets outside the resource directory that are not allowed. */
export const externalTargets = define({
  name: "external-targets",
  description: "Nothing is shared outside the resource directory unless that is allowed.",
  options: {
    allow: texts("accounts and services that may be targets, and names of shares that may have any; `*` stands for any text"),
  },
  notChecked: "whether an account is a member: in a share that is open to the outside, list those in `allow` too",
  kinds: ["ResourceShare"],
  resource(subject, { allow = [] }, findings) {
    const open = subject.values["allowExternalTargets"];
    if (open === true && allow.length === 0) findings.violation(subject, openShareMessage);
    checkTargets(subject, subject, allow, findings);
  },
  stack({ shares }, { allow = [] }, findings) {
    for (const { itself, parts } of shares)
      for (const part of parts.filter((one) => one.kind === "ShareAssociation")) checkTargets(part, itself, allow, findings);
  },
});

const openShareMessage =
  "has allowExternalTargets: true, and nothing outside the directory is allowed; drop it, or list who may in `allow`";

function checkTargets(subject: CheckedResource, share: CheckedResource | undefined, allow: readonly string[], findings: Findings): void {
  const open = share ? (share.values["allowExternalTargets"] ?? false) : UNKNOWN;
  if (open === false || matches(allow, String(share?.values["name"]))) return;
  for (const { id } of targetsOf(subject).filter(({ id, kind }) => /^(Account|Service)$/.test(kind) && !matches(allow, id))) {
    const isKnown = open === true || (!share && !/^\d+$/.test(id));
    const message = `shares with ${id}, which ${isKnown ? "is" : "may be"} outside the directory and not allowed`;
    findings[isKnown ? "violation" : "unknown"](subject, `${message}; take it out of targets, or add it to \`allow\``);
  }
  noteUnknown(subject, ["targets", "allowExternalTargets"], findings);
}
