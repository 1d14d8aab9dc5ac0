import type { ForeignProvider } from "../../access/provider-texts.ts";
import { type Finding, ok, problem, warning } from "../../output/finding.ts";
import { namesOf } from "./resource-names.ts";

const subject = "Provider code";

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
            `\`__provider\` of ${namesIn(changed)} is not what this package writes, and the next \`pulumi refresh\`, \`up\` or \`destroy\` runs it`,
            "run none of these; find out who has written the state, and import an earlier one by `pulumi stack import`",
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          warning(
            subject,
            `the states hold code of other dynamic resources, which \`pulumi\` runs: ${namesIn(others)}`,
            "expected where the program has dynamic resources of its own; otherwise find out who has written the state",
          ),
        ]),
  ];
}

function namesIn(providers: readonly ForeignProvider[]): string {
  return namesOf(providers.map(({ urn }) => urn));
}
