import { firstTexts } from "../../access/first-texts.ts";
import { resourceName } from "../../access/diff/policies/policy-findings.ts";
import { type Finding, ok, problem, warning } from "../../access/output/finding.ts";
import type { ProjectStates } from "./project-states.ts";

const subject = "Provider code";

/** Reports code that this package did not write, and plugins from other addresses: the next `pulumi` command runs them with its credentials. */
export function examineProviderCode({
  foreignProviders: foreign,
  pluginAddresses,
}: Pick<ProjectStates, "foreignProviders" | "pluginAddresses">): Finding[] {
  const changed = foreign.filter(({ isOwnType }) => isOwnType);
  const others = foreign.filter(({ isOwnType }) => !isOwnType);
  return [
    ...(foreign.length === 0 ? [ok(subject, "the states hold none but this package's")] : []),
    ...(changed.length === 0
      ? []
      : [
          problem(
            subject,
            `\`__provider\` of ${resourceNames(changed)} is not what this package writes, and the next \`pulumi refresh\`, \`up\` or \`destroy\` runs it`,
            "run none of these; find out who has written the state, and import an earlier one by `pulumi stack import`",
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          warning(
            subject,
            `the states hold code of other dynamic resources, which \`pulumi\` runs: ${resourceNames(others)}`,
            "expected where the program has dynamic resources of its own; otherwise find out who has written the state",
          ),
        ]),
    ...pluginAddresses.map(({ urn, address }) =>
      warning(
        subject,
        `\`pulumi\` downloads the plugin of ${resourceNames([{ urn }])} from ${address}, and runs it`,
        "expected where the program sets `pluginDownloadURL`; otherwise find out who has written the state",
      ),
    ),
  ];
}

/** Resources by their short names, as `ShareTags cost, ResourceShare network, 3 more`. */
export function resourceNames(resources: readonly { readonly urn: string }[]): string {
  return firstTexts([...new Set(resources.map(({ urn }) => resourceName(urn)))], 5);
}
