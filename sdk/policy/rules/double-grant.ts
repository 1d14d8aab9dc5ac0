import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { noteUnassigned, noteUnknown } from "../lists.ts";
import { define } from "../rule.ts";
import { claimedKeysOf, type Share } from "../stack.ts";

/** Policy `double-grant`: rejects two shares with the same access, so that removing it from its share ends the access. */
export const doubleGrant = define({
  name: "double-grant",
  description: "No two shares grant the same target access to the same resource.",
  options: {},
  notChecked: "shares of other stacks, and targets that contain one another, as a folder and its members",
  kinds: kindsWithEntities,
  stack({ shares, unassigned }, _options, findings) {
    noteUnassigned(unassigned, kindsWithEntities, findings);
    const sharesByAccess = new Map<string, Share>();
    for (const share of shares) {
      const all = (kind: "resource" | "target") => new Set(share.parts.flatMap((part) => claimedKeysOf(part, kind)));
      const targets = all("target");
      for (const resource of all("resource")) {
        for (const target of targets) {
          const key = JSON.stringify([resource, target]);
          const other = sharesByAccess.get(key);
          if (!other) sharesByAccess.set(key, share);
          else
            findings.violation(
              share.subject,
              `grants ${target} access to ${resource}, as ${other.label} does; drop the resource or the target from one of them`,
            );
        }
      }
      for (const part of shares.length > 1 ? share.parts : []) noteUnknown(part, ["resources", "resourceArns", "targets"], findings);
    }
  },
});
