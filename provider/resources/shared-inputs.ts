import { z } from "zod";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";

/** The arguments that every resource takes. */
export const placement = {
  account: z
    .string()
    .min(1, "must be the name of an account")
    .optional()
    .describe("Name of one of the configured `accounts`; the default credentials when absent. A change makes a new object."),
  region: z
    .string()
    .min(1, "must be the id of a region")
    .optional()
    .describe("Region to call; the account's or the configuration's when absent. A change makes a new object."),
};

export const shareIdInput = z.string().min(1, "must be the id of a share").describe("Id of the share: the `id` of a ResourceShare.");

/** An argument that is looked at only when the object is created. */
export const adopt = z
  .string()
  .min(1, "must be the id of what is taken over")
  .optional()
  .describe(
    "Id of an object that exists already: it is taken over instead of creating one. Without meaning afterwards. " +
      "It is the id of the share for ResourceShare and InvitationAcceptor, `<shareId>/<permissionName>` for SharePermission, " +
      "`<shareId>/…` for ShareAssociation and ShareTags, where the rest may be any text, and `directory-sharing` for DirectorySharing.",
  );

/** The outputs that every resource has: where it was made, so that nobody takes another account's or region's silence for its absence. */
export const accountAndRegion = {
  accountId: z
    .string()
    .optional()
    .describe("Account that the credentials belonged to when this was written; absent where the account could not be determined."),
  regionId: z.string().optional().describe("Region that was called."),
};

/** What has a natural key is adopted by an id that begins with it: its share's id, alone or with more behind it. */
export function checkAdopted({ adopt: id, shareId }: Values): Failure[] {
  if (typeof id !== "string" || typeof shareId !== "string" || id === shareId || id.startsWith(`${shareId}/`)) return [];
  return [{ property: "adopt", reason: `"${id}" is not of share ${shareId}: its id begins with the share's` }];
}
