import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { typeKey } from "../../../provider/resources/association/resource-type.ts";
import { matchesInAnyCase, noteUnknown, resourcesOf } from "../lists.ts";
import { typeNames } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `resource-types`: rejects resources of types that are denied or not allowed. */
export const resourceTypes = define({
  name: "resource-types",
  description: "Only resources of allowed types are shared.",
  options: {
    allow: typeNames(
      "types that may be shared, as `VSwitch`; of an ARN `<service>:<type>` counts as well; `*` stands for any text, without the list every type is allowed",
    ),
    deny: typeNames("types that may not be shared, even when `allow` lists them"),
  },
  needsOneOf: ["allow", "deny"],
  notChecked: "an ARN's type where the service calls it otherwise than the ARN does: list it as `<service>:<type>` too",
  kinds: kindsWithEntities,
  resource(subject, { allow, deny = [] }, findings) {
    for (const { id, type, types } of resourcesOf(subject)) {
      const keys = new Set(types.map(typeKey));
      const isOn = (list: readonly string[]) =>
        types.some((name) => matchesInAnyCase(list, name)) || list.some((entry) => !/[:*]/.test(entry) && keys.has(typeKey(entry)));
      if (isOn(deny))
        findings.violation(subject, `shares ${type} ${id}, a type that is denied; take the resource out, or the type out of \`deny\``);
      else if (allow && !isOn(allow)) {
        findings.violation(
          subject,
          `shares ${type} ${id}, a type that is not allowed; take the resource out, or add "${type}" to \`allow\``,
        );
      }
    }
    if (allow || deny.length > 0) noteUnknown(subject, ["resources", "resourceArns"], findings);
  },
});
