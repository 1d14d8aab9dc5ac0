import * as associations from "./associations.ts";
import { operationsIn } from "./define.ts";
import * as directory from "./directory.ts";
import * as invitations from "./invitations.ts";
import * as permissions from "./permissions.ts";
import * as regions from "./regions.ts";
import * as shares from "./shares.ts";
import * as tags from "./tags.ts";

/** Every operation of the Resource Sharing API that a chapter declares, by its name. */
export const sharing = operationsIn({
  ...directory,
  ...shares,
  ...regions,
  ...associations,
  ...invitations,
  ...permissions,
  ...tags,
});

export type SharingOperations = typeof sharing;
