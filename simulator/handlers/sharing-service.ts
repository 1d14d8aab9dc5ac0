import { sharing, type SharingOperations } from "../../provider/api/operations.ts";
import { sharingVersion } from "../../provider/api/define.ts";
import * as associations from "./associations.ts";
import type { Handler } from "./handler.ts";
import * as directory from "./directory.ts";
import * as invitations from "./invitations.ts";
import * as permissions from "./permissions.ts";
import * as regions from "./regions.ts";
import type { Service } from "../gateway/service.ts";
import * as shares from "./shares.ts";
import * as tags from "./tags.ts";

/** The exports of the chapters; the type makes a missing handler a compile error. */
const chapters: { readonly [Name in keyof SharingOperations]: Handler<Name> } = {
  ...directory,
  ...shares,
  ...regions,
  ...associations,
  ...invitations,
  ...permissions,
  ...tags,
};

/** The Resource Sharing API. It is the last service to match, and accepts every request to `/`. */
export const sharingService: Service = {
  version: sharingVersion,
  accepts: ({ path }) => path === "/",
  isRegional: true,
  isRead: (operation) => isOperation(operation) && sharing[operation].reads,
  limitOf: (operation) => (isOperation(operation) ? sharing[operation].limit : undefined),
  // Chapters also export what they share with each other.
  handlers: Object.fromEntries(Object.entries(chapters).filter(([name]) => isOperation(name))),
};

function isOperation(name: string): name is keyof SharingOperations {
  return Object.hasOwn(sharing, name);
}
