import type { Grant, Simulator } from "../index.ts";
import { type Access, accessOf } from "../../access/access.ts";
import { toSvg } from "../../access/format/svg.ts";
import { summaryText } from "../../access/summary.ts";
import { type AccountNamer, accountNamer, matchesSearch, textOfGrant } from "./search.ts";

/** Draws who can use what in a simulated service, as the command `access` draws it. Only the accesses that match the `search` are drawn, for a `width` in pixels. */
export function accessPicture(simulator: Simulator, parameters: URLSearchParams): string {
  const named = accountNamer(simulator.world.accounts.values());
  const grants = simulator.grants().filter((grant) => matchesSearch(textOfGrant(grant, named), parameters.get("search") ?? ""));
  const accesses = accessOfGrants(grants, named);
  return toSvg(accesses, summaryText(accesses), Number(parameters.get("width")) || undefined);
}

/** The accesses of a simulated service. */
function accessOfGrants(grants: readonly Grant[], named: AccountNamer): Access[] {
  return accessOf(
    grants.map(({ shareId, shareName, owner, target, resource, permission, pending }) => ({
      share: { id: shareId, name: shareName },
      account: named(owner),
      targets: [{ entity: target, pending }],
      resources: [{ entity: resource, pending: false }],
      permissions: new Map([[resource.type, permission]]),
    })),
  );
}
