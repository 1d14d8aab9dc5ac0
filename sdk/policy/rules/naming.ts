import { noteUnknown } from "../lists.ts";
import { pattern } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `naming`: requires share names that match a regular expression. */
export const naming = define({
  name: "naming",
  description: "Names of shares follow a rule.",
  options: { pattern: pattern("a regular expression that each name must match; anchor it with `^` and `$`") },
  needsOneOf: ["pattern"],
  notChecked: "shares that the stack only adds to",
  kinds: ["ResourceShare"],
  resource(subject, { pattern: rule = "" }, findings) {
    const name = subject.values["name"];
    if (typeof name === "string" && !new RegExp(rule, "u").test(name)) {
      findings.violation(subject, `has the name "${name}", which does not match ${rule}; give it one that does`);
    }
    noteUnknown(subject, ["name"], findings);
  },
});
