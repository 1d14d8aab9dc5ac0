import type { Resource } from "../lifecycle/resource.ts";
import { DeviceAction } from "./device-action.ts";
import { InvitationAcceptor } from "./invitation/invitation-acceptor.ts";
import { ShareAssociation } from "./association/share-association.ts";
import { DirectorySharing } from "./directory-sharing.ts";
import { SharePermission } from "./permission/share-permission.ts";
import { ResourceShare } from "./share/resource-share.ts";
import { ShareTags } from "./tags/share-tags.ts";

/** Every kind of resource, in the order of the documents. */
// A list of different kinds: each is driven through the same members with the values that its own shapes have checked.
export const resources = [
  ResourceShare,
  ShareAssociation,
  SharePermission,
  ShareTags,
  InvitationAcceptor,
  DirectorySharing,
  DeviceAction,
] as unknown as readonly Resource[];
