import { resourceName } from "../../access/diff/policies/policy-findings.ts";
import type { ForeignProvider } from "../../access/provider-texts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const subject = "Provider code";
const mostNames = 5;

/** Reports provider code that this package did not write: the next `pulumi` command runs it with its credentials. */
export function examineProviderCode(foreign: readonly ForeignProvider[]): Finding[] {
  const changed = foreign.filter(({ isOwnType }) => isOwnType);
  const others = foreign.filter(({ isOwnType }) => !isOwnType);
  return [
    ...(foreign.length === 0 ? [ok(subject, "the states hold none but this package's")] : []),
    ...(changed.length === 0
      ? []
      : [
          problem(
            subject,
            `\`__provider\` of ${namesOf(changed)} is not what this package writes, and the next \`pulumi refresh\`, \`up\` or \`destroy\` runs it`,
            "run none of these; find out who has written the state, and import an earlier one by `pulumi stack import`",
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          warning(
            subject,
            `the states hold code of other dynamic resources, which \`pulumi\` runs: ${namesOf(others)}`,
            "expected where the program has dynamic resources of its own; otherwise find out who has written the state",
          ),
        ]),
  ];
}

function namesOf(providers: readonly ForeignProvider[]): string {
  const names = [...new Set(providers.map(({ urn }) => resourceName(urn)))];
  const rest = names.length - mostNames;
  return names.slice(0, mostNames).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
