import { acceptingKinds } from "../../../provider/resources/kinds.ts";
import { matches, noteUnknown } from "../lists.ts";
import { texts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `known-senders`: requires a known sender account for accepted invitations. */
export const knownSenders = define({
  name: "known-senders",
  description: "Invitations are accepted from named accounts only.",
  options: { accounts: texts("accounts whose invitations may be accepted; without the list, any that the resource names", "account") },
  notChecked: "who has really sent the invitation: the provider compares that before it accepts",
  kinds: acceptingKinds,
  resource(subject, { accounts }, findings) {
    const sender = subject.values["senderAccountId"];
    if (sender === undefined)
      findings.violation(subject, "has no senderAccountId and would accept from any account; set it to the account that shares");
    if (typeof sender === "string" && accounts && !matches(accounts, sender)) {
      findings.violation(subject, `accepts from ${sender}, which is not a known account; check senderAccountId, or add it to \`accounts\``);
    }
    noteUnknown(subject, ["senderAccountId"], findings);
  },
});
