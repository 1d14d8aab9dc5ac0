import type { Association, TargetKind } from "./records.ts";
import type { World } from "./world.ts";

/** Effective access of one target to one resource, with the permission that applies. */
export interface Grant {
  readonly owner: string;
  readonly shareId: string;
  readonly shareName: string;
  /** `property` is the JSON text that the program gave. */
  readonly target: { readonly id: string; readonly kind: TargetKind; readonly external: boolean; readonly property?: string | undefined };
  readonly resource: { readonly id: string; readonly type: string; readonly arn: string; readonly property?: string | undefined };
  readonly permission: string;
  /** Whether access starts only when an invitation is accepted or a transition completes. */
  readonly pending: boolean;
}

/** Returns the access that shares grant now or will grant. Access that is being removed is left out. */
export function grantsOf(world: World): Grant[] {
  const grants: Grant[] = [];
  for (const share of world.shares.values()) {
    if (share.status !== "Active" && share.status !== "Pending") continue;
    const present = [...share.live.values()].filter(isPresent);
    const resources = present.filter(({ side }) => side === "Resource");
    const targets = present.filter(({ side }) => side === "Target");
    for (const target of targets) {
      for (const resource of resources) {
        grants.push({
          owner: share.owner,
          shareId: share.id,
          shareName: share.name,
          // The type of a target association is always a `TargetKind`.
          target: { id: target.id, kind: target.type as TargetKind, external: target.external, property: target.property },
          resource: { id: resource.id, type: resource.type, arn: resource.arn ?? "", property: resource.property },
          permission: share.permissions.get(resource.type)?.name ?? "",
          pending: isPending(target) || isPending(resource),
        });
      }
    }
  }
  return grants;
}

function isPresent(association: Association): boolean {
  return association.status === "Associated" || association.status === "Associating";
}

/** Whether the access has not begun: an association whose property changes stays in force. */
function isPending(association: Association): boolean {
  return association.status === "Associating" && association.updating !== true;
}
