import { z } from "zod";
import { publishedQuotas } from "../../provider/api/quotas.ts";

const scope = z.enum(["share", "entity", "none"]);

/** Settings of the service's behaviour; all have defaults. */
export const Settings = z.strictObject({
  /** `true`: a resource must be in the world. `false`: a well-formed id that is not in the world is the caller's. */
  strictResources: z.boolean().default(false),
  /** Order of lists; the real service may use either (assumption S-listorder). */
  listOrder: z.enum(["oldest", "newest"]).default("oldest"),
  /** What a disassociation in progress blocks from being associated: the whole share, the same entity, or nothing. */
  associateConflict: scope.default("share"),
  /** What an association in progress blocks from being disassociated: the whole share, the same entity, or nothing. */
  disassociateConflict: scope.default("entity"),
  /** Whether the first page of a list is empty and has a token. */
  emptyFirstPage: z.boolean().default(false),
  /** Whether a deleted share is still listed and changes to it fail with 409, or it is absent at once. */
  deletedShares: z.enum(["listed", "absent"]).default("listed"),
  /** Quotas of one account. */
  quotas: z
    .strictObject({
      shares: z.int().min(0).default(publishedQuotas.shares),
      sharedResources: z.int().min(0).default(publishedQuotas.sharedResources),
      pendingInvitations: z.int().min(0).default(10_000),
    })
    .prefault({}),
});

/** The settings of a world. */
export type Settings = z.infer<typeof Settings>;
