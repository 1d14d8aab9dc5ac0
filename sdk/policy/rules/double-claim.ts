import { partsOfShares } from "../../../provider/resources/kinds.ts";
import { InputError } from "../../../provider/kernel/errors.ts";
import { Claims } from "../../../provider/lifecycle/claims.ts";
import { noteUnassigned } from "../lists.ts";
import { define } from "../rule.ts";
import { claimsOf } from "../stack.ts";

/** Policy `double-claim`: rejects two owners of one entry of a share, also when unknown ids hide them from the provider's `check`. */
export const doubleClaim = define({
  name: "double-claim",
  description: "No two resources of the stack own the same thing of one share.",
  options: {},
  notChecked: "resources whose share is not known before the update, and claims of other stacks",
  kinds: ["ResourceShare", ...partsOfShares],
  stack({ shares, unassigned }, _options, findings) {
    for (const { label, parts } of shares) {
      const claims = new Claims();
      for (const part of parts) {
        try {
          claims.claim(part.urn, claimsOf(part, label));
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          findings.violation(part, `claims what is taken: ${error.failures.map(({ reason }) => reason).join("; ")}`);
        }
      }
    }
    noteUnassigned(unassigned, partsOfShares, findings);
  },
});
