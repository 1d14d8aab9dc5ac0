import { kindsWithTags } from "../../../provider/resources/kinds.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { matches } from "../lists.ts";
import { text, texts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `critical-shares`: requires `protect` or `retainOnDelete` for shares with a certain tag. */
export const criticalShares = define({
  name: "critical-shares",
  description: "Shares with the critical tag are protected or retained.",
  options: {
    tag: text('the tag of critical shares, as a key or as "key=value", where `*` stands for any text; default `critical`', "tag"),
    retained: texts("names of resources that have `retainOnDelete`; `*` stands for any text"),
  },
  notChecked: "the option `retainOnDelete` of shares that other copies of the package made: `retained` lists them",
  kinds: ["ResourceShare"],
  stack({ shares, unassigned }, { tag = "critical", retained = [] }, findings) {
    const [key = "", value] = tag.split(/=(.*)/s);
    const hasUnassigned = unassigned.some(({ kind, values }) => kindsWithTags.includes(kind) && mayHave(values["tags"], key));
    for (const { itself, parts } of shares) {
      if (!itself || itself.isProtected || itself.isRetained || matches(retained, itself.name)) continue;
      const held = parts.map(({ values }) => values["tags"]);
      const tagValues = held.flatMap((tags) => (isRecord(tags) && Object.hasOwn(tags, key) ? [tags[key]] : []));
      if (tagValues.some((found) => value === undefined || (typeof found === "string" && matches([value], found)))) {
        findings.violation(itself, `has the tag ${tag} and may be deleted; set \`protect: true\` or \`retainOnDelete: true\``);
      } else if (hasUnassigned || held.some((tags) => !isRecord(tags) && isUnknown(tags)) || tagValues.some(isUnknown)) {
        findings.unknown(itself, `may have the tag ${tag}: not all tags are known before the update; check them again after it`);
      }
    }
  },
});

function mayHave(tags: unknown, key: string): boolean {
  return isRecord(tags) ? Object.hasOwn(tags, key) : isUnknown(tags);
}
