import { isRecord } from "../../../provider/kernel/json.ts";
import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { matches } from "../lists.ts";
import { text, texts } from "../option.ts";
import { define } from "../rule.ts";

/** Critical shares are not deleted by accident. */
export const criticalShares = define({
  name: "critical-shares",
  description: "Shares that are marked critical are protected or retained.",
  options: {
    tag: text('the tag that marks them, as a key or as "key=value"; default `critical`'),
    retained: texts("names of resources that have `retainOnDelete`; `*` stands for any text"),
  },
  cannotJudge: "the option `retainOnDelete` of shares that other copies of the package made: `retained` lists them",
  kinds: ["ResourceShare"],
  stack({ shares }, { tag = "critical", retained = [] }, findings) {
    const [key = "", value] = tag.split(/=(.*)/s);
    for (const { itself, parts } of shares) {
      if (!itself || itself.isProtected || itself.isRetained || matches(retained, itself.name)) continue;
      const held = parts.map(({ values }) => values["tags"]);
      const marks = held.flatMap((tags) => (isRecord(tags) && Object.hasOwn(tags, key) ? [tags[key]] : []));
      if (marks.some((mark) => value === undefined || mark === value)) {
        findings.violation(itself, `bears the tag ${tag} and may be deleted; set \`protect: true\` or \`retainOnDelete: true\``);
      } else if (held.some((tags) => !isRecord(tags) && isUnknown(tags)) || marks.some(isUnknown)) {
        findings.unknown(itself, `may bear the tag ${tag}: not all tags are known before the update; look again after it`);
      }
    }
  },
});
