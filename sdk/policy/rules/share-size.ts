import { numberOf } from "../../../access/diff/counts.ts";
import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { noteUnassigned, noteUnknown } from "../lists.ts";
import { most } from "../option.ts";
import { define } from "../rule.ts";
import { claimedKeysOf } from "../stack.ts";

const limits = [
  { option: "targets", thing: "target", lists: ["targets"] },
  { option: "resources", thing: "resource", lists: ["resources", "resourceArns"] },
] as const;

/** Policy `share-size`: limits the targets and resources of a share. */
export const shareSize = define({
  name: "share-size",
  description: "Shares hold no more targets and resources than a limit.",
  options: {
    targets: most("how many targets a share may have, counting those of its associations"),
    resources: most("how many resources a share may have, likewise"),
  },
  needsOneOf: limits.map(({ option }) => option),
  notChecked: "what was associated outside the stack",
  kinds: kindsWithEntities,
  stack({ shares, unassigned }, options, findings) {
    noteUnassigned(unassigned, kindsWithEntities, findings);
    for (const { subject, parts } of shares) {
      for (const { option, thing, lists } of limits) {
        const limit = options[option];
        if (limit === undefined) continue;
        const count = new Set(parts.flatMap((part) => claimedKeysOf(part, thing))).size;
        if (count > limit) {
          findings.violation(subject, `has ${numberOf(count, thing)}, more than ${limit}; split the share, or raise \`${option}\``);
        } else {
          for (const part of parts) noteUnknown(part, lists, findings);
        }
      }
    }
  },
});
