import { kindsWith } from "../../../provider/resources/kinds.ts";
import { noteUnknown } from "../lists.ts";
import { define } from "../rule.ts";

/** Policy `leave-on-delete`: rejects acceptors that stay in the share after their deletion. */
export const leaveOnDelete = define({
  name: "leave-on-delete",
  description: "Acceptors leave the share when they are deleted.",
  options: {},
  notChecked:
    "whether the service lets the account leave: members of the directory and some types cannot; the option `retainOnDelete` of acceptors that other copies of the package made",
  kinds: kindsWith("leaveOnDelete"),
  resource(subject, _options, findings) {
    if (subject.values["leaveOnDelete"] === false) {
      findings.violation(subject, "has leaveOnDelete: false, so that access outlives it; drop it, or turn this policy off for the stack");
    }
    if (subject.isRetained)
      findings.violation(subject, "has retainOnDelete: true, so that access outlives it; drop it, or turn this policy off for the stack");
    noteUnknown(subject, ["leaveOnDelete"], findings);
  },
});
