import { sharing, type SharingOperations } from "../../api/operations.ts";
import { sharingVersion } from "../../api/define.ts";
import * as associations from "./associations.ts";
import type { Handler } from "./handler.ts";
import * as directory from "./directory.ts";
import * as invitations from "./invitations.ts";
import * as permissions from "./permissions.ts";
import * as regions from "./regions.ts";
import type { Service } from "../gateway/service.ts";
import * as shared from "./list-shared.ts";
import * as shares from "./shares.ts";
import * as tags from "./tags.ts";

/** The handlers of all operations; the type makes a missing one a compile error. */
const handlers: { readonly [Name in keyof SharingOperations]: Handler<Name> } = {
  ...directory,
  ...shares,
  ...regions,
  AssociateResourceShare: associations.AssociateResourceShare,
  DisassociateResourceShare: associations.DisassociateResourceShare,
  ListResourceShareAssociations: associations.ListResourceShareAssociations,
  ListSharedResources: shared.ListSharedResources,
  ListSharedTargets: shared.ListSharedTargets,
  ...invitations,
  ...permissions,
  ListTagResources: tags.ListTagResources,
  TagResources: tags.TagResources,
  UntagResources: tags.UntagResources,
};

/** The Resource Sharing API. It is the last service to match, and accepts every request to `/`. */
export const sharingService: Service = {
  name: "resourcesharing",
  version: sharingVersion,
  accepts: ({ path }) => path === "/",
  limitOf: (operation) => (isOperation(operation) ? sharing[operation].limit : undefined),
  handlers,
};

function isOperation(name: string): name is keyof SharingOperations {
  return Object.hasOwn(sharing, name);
}
