import { kindsWithEntities, kindsWithPermissions } from "../../../provider/resources/kinds.ts";
import { permissionNamesOf, defaultPermissionsOf } from "../default-permissions.ts";
import { actionsOf, policyText } from "../policy-document.ts";
import { matches, matchesInAnyCase, noteUnassigned, noteUnknown } from "../lists.ts";
import { flag, texts, policyTexts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `permissions`: rejects permissions that are not allowed by name or by their actions. */
export const permissions = define({
  name: "permissions",
  description: "Only allowed permissions are attached to shares.",
  options: {
    allow: texts("names of permissions, and actions with a colon, as `vpc:Describe*`", "permission"),
    documents: policyTexts("policy texts by the names of permissions, so that the service is not called"),
    lookup: flag("whether the service is asked for other texts, with the program's credentials; default `true`"),
  },
  needsOneOf: ["allow"],
  notChecked: "default permissions, whose names are not in programs; policy texts that the service does not return",
  kinds: kindsWithPermissions,
  async resource(subject, { allow = [], documents = {}, lookup = true }, findings) {
    const [names, actions] = [allow.filter((entry) => !entry.includes(":")), allow.filter((entry) => entry.includes(":"))];
    for (const name of permissionNamesOf(subject).filter((one) => !matches(names, one))) {
      const document = new Map(Object.entries(documents)).get(name) ?? (lookup && actions.length > 0 ? await policyText(name) : undefined);
      const excess = document === undefined ? undefined : actionsOf(document)?.filter((action) => !matchesInAnyCase(actions, action));
      if (actions.length === 0) findings.violation(subject, `has ${name}, which is not allowed; ${way}`);
      else if (!excess)
        findings.unknown(
          subject,
          `has ${name}, whose policy text is not known or does not list its actions; add a text to \`documents\`, or the name to \`allow\``,
        );
      else if (excess.length > 0) findings.violation(subject, `has ${name}, which allows ${excess.join(", ")}; ${way}`);
    }
    noteUnknown(subject, ["permissionNames", "permissionName"], findings);
  },
  stack({ shares, unassigned }, _options, findings) {
    noteUnassigned(unassigned, kindsWithEntities, findings);
    for (const { subject, types } of defaultPermissionsOf(shares))
      findings.unknown(subject, `names no permission for ${types.join(", ")}: the default was not checked; name one`);
  },
});

const way = "choose another permission, or add that to `allow`";
