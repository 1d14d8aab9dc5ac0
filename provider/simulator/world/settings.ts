import { z } from "zod";

const scope = z.enum(["share", "entity", "none"]);
const defaults = { shares: 1_000, sharedResources: 1_000, pendingInvitations: 10_000 };

/** What can be set about the service's manners; everything has a default. */
export const Settings = z.object({
  /** `true`: a resource must be in the world; `false`: every well-formed id of a known type exists and is the caller's own. */
  strictResources: z.boolean().default(false),
  /** In which order lists come; either may be the service's (assumption S-listorder). */
  listOrder: z.enum(["oldest", "newest"]).default("oldest"),
  /** What a running disassociation keeps from being associated. */
  associateConflict: scope.default("share"),
  /** What a running association keeps from being disassociated. */
  disassociateConflict: scope.default("entity"),
  /** Whether a list begins with an empty page and a token. */
  emptyFirstPage: z.boolean().default(false),
  /** Whether a deleted share is still listed and answers 409, or is absent at once. */
  deletedShares: z.enum(["listed", "absent"]).default("listed"),
  /** The most of each that one account may have; published are those of shares and shared resources (assumption S-quotas). */
  quotas: z
    .object({
      shares: z.int().min(0).default(defaults.shares),
      sharedResources: z.int().min(0).default(defaults.sharedResources),
      pendingInvitations: z.int().min(0).default(defaults.pendingInvitations),
    })
    .default(defaults),
});

export type Settings = z.infer<typeof Settings>;
