import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { typeKey } from "../../../provider/resources/association/resource-type.ts";
import { matchesInAnyCase, noteUnknown, resourcesOf } from "../lists.ts";
import { nonEmpty, texts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `resource-types`: rejects resources of types that are denied or not allowed. */
export const resourceTypes = define({
  name: "resource-types",
  description: "Only resources of allowed types are shared.",
  options: {
    allow: texts("types that may be shared, as `VSwitch`; `*` stands for any text, without the list every type is allowed", "type"),
    deny: nonEmpty(texts("types that may not be shared, even when `allow` lists them", "type")),
  },
  needsOneOf: ["allow", "deny"],
  notChecked: "types that service and ARN name otherwise: list `<service>:<type>` too",
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
    noteUnknown(subject, ["resources", "resourceArns"], findings);
  },
});
