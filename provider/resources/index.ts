import type { Resource } from "../lifecycle/resource.ts";
import { DeviceAction } from "./action.ts";
import { InvitationAcceptor } from "./acceptor.ts";
import { ShareAssociation } from "./association.ts";
import { DirectorySharing } from "./directory.ts";
import { SharePermission } from "./permission.ts";
import { ResourceShare } from "./share.ts";
import { ShareTags } from "./tags.ts";

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
