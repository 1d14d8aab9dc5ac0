import { z } from "zod";
import type { Resource } from "../lifecycle/resource.ts";
import { DeviceAction } from "./device-action.ts";
import { InvitationAcceptor } from "./invitation/invitation-acceptor.ts";
import { ShareAssociation } from "./association/share-association.ts";
import { DirectorySharing } from "./directory-sharing.ts";
import { SharePermission } from "./permission/share-permission.ts";
import { ResourceShare } from "./share/resource-share.ts";
import { ShareTags } from "./tags/share-tags.ts";

// The type arguments differ; the cast is safe because the driver passes each kind only values that its own shapes have accepted.
const all = [
  ResourceShare,
  ShareAssociation,
  SharePermission,
  ShareTags,
  InvitationAcceptor,
  DirectorySharing,
  DeviceAction,
] as unknown as readonly Resource[];

/** Whether a kind adds to a share which another resource or stack manages: it needs the id of the share. */
function isPartOfShare({ inputs: { shape } }: Resource): boolean {
  return shape["shareId"] !== undefined && !(shape["shareId"] instanceof z.ZodOptional);
}

/** Every kind of resource, in the order of the documentation. */
export const resources = all.map((kind) => (isPartOfShare(kind) ? { ...kind, partOf: ResourceShare } : kind));
