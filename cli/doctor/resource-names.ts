import { resourceName } from "../../access/diff/policies/policy-findings.ts";

const mostNames = 5;

/** Names resources by their URNs, as "ShareTags cost, ResourceShare network and 3 more". */
export function namesOf(resources: readonly { readonly urn: string }[]): string {
  const names = [...new Set(resources.map(({ urn }) => resourceName(urn)))];
  const rest = names.length - mostNames;
  return names.slice(0, mostNames).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
