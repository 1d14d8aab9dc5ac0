import type { Grant, Simulator } from "../index.ts";
import { type Access, accessOf } from "../../access/access.ts";
import { toSvg } from "../../access/format/svg.ts";
import { matchesSearch, textOfGrant } from "./search.ts";

/** Draws who can use what in a simulated service, as the command `access` draws it. Only the accesses that match the `search` are drawn, for a `width` in pixels. */
export function accessPicture(simulator: Simulator, parameters: URLSearchParams): string {
  const grants = simulator.grants().filter((grant) => matchesSearch(textOfGrant(grant), parameters.get("search") ?? ""));
  return toSvg(accessOfGrants(grants), Number(parameters.get("width")) || undefined);
}

/** The accesses of a simulated service. */
function accessOfGrants(grants: readonly Grant[]): Access[] {
  return accessOf(
    grants.map(({ shareId, shareName, owner, target, resource, permission, pending }) => ({
      share: { id: shareId, name: shareName },
      account: owner,
      targets: [{ entity: target, pending }],
      resources: [{ entity: resource, pending: false }],
      permissions: new Map([[resource.type, permission]]),
    })),
  );
}
