import { kindsWithTags } from "../../../provider/resources/kinds.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { tagsOrKeys, nonEmpty } from "../option.ts";
import { define } from "../rule.ts";
import { settled } from "../policy-resource.ts";

/** Policy `required-tags`: requires tags on shares, and can add missing ones. */
export const requiredTags = define({
  name: "required-tags",
  description: "Shares have the tags that are required.",
  options: {
    tags: nonEmpty(
      tagsOrKeys("the keys that are required; as `{ key: value }`, the level `remediate` adds those that are missing to the share"),
    ),
  },
  needsOneOf: ["tags"],
  notChecked: "tags that were set outside the stack; remediation does not see ShareTags: list keys that those own without values",
  kinds: ["ResourceShare"],
  remediate(properties, { tags = {} }) {
    if (Array.isArray(tags)) return false;
    const held = properties["tags"] ?? {};
    if (!isRecord(held)) return false;
    const missing = Object.entries(tags).filter(([key]) => !Object.hasOwn(held, key) || settled(held, key) === null);
    if (missing.length === 0) return false;
    // Not assigned: with a key such as `__proto__`, an assignment would call an inherited setter.
    for (const [key, value] of missing) Object.defineProperty(held, key, { value, writable: true, enumerable: true, configurable: true });
    properties["tags"] ??= held;
    return true;
  },
  stack({ shares, unassigned }, { tags = [] }, findings) {
    const required: readonly string[] = Array.isArray(tags) ? tags : Object.keys(tags);
    for (const { itself, parts } of shares) {
      if (!itself) continue;
      const held = parts.map(({ values }) => values["tags"]);
      const missing = required.filter((key) => !held.some((one) => isRecord(one) && Object.hasOwn(one, key)));
      if (missing.length === 0) continue;
      const open = unassigned.some(({ kind }) => kindsWithTags.includes(kind)) || held.some((one) => !isRecord(one) && isUnknown(one));
      const way = `add ${missing.length > 1 ? "them" : "it"} to tags, or configure the policy with values and the level remediate`;
      const named = missing.map((key) => `"${key}"`).join(", ");
      if (open)
        findings.unknown(itself, `may lack the required ${named}: not all tags are known before the update; check them again after it`);
      else findings.violation(itself, `has no tag ${named}, which is required; ${way}`);
    }
  },
});
