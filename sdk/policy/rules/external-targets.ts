import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { associatedInside, noteUnassigned } from "../lists.ts";
import { nonEmpty, texts } from "../option.ts";
import { define } from "../rule.ts";
import { checkClosed, checkTargets } from "../target-checks.ts";

/** Policy `external-targets`: rejects targets outside the resource directory that are not allowed. */
export const externalTargets = define({
  name: "external-targets",
  description: "Nothing is shared outside the resource directory unless that is allowed.",
  options: {
    allow: texts("accounts and services that may be targets, and names of shares that may have any; `*` stands for any text", "outside"),
    members: nonEmpty(texts("accounts of the resource directory: these are inside it, and others outside", "account")),
  },
  notChecked: "whether an account is a member, where it is not associated yet or the targets change: list these in `members`",
  kinds: ["ResourceShare"],
  resource(subject, options, findings) {
    if (subject.values["allowExternalTargets"] === true && !options.allow?.length) findings.violation(subject, openShareMessage);
    // Without a list, only the records of the stack show who is a member.
    if (options.members) checkTargets(subject, subject, options, findings);
  },
  stack({ shares, unassigned }, options, findings) {
    noteUnassigned(unassigned, kindsWithEntities, findings);
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
