import { z } from "zod";
import { withVocabulary } from "../../api/vocabulary.ts";
import { type Failure, WaitError } from "../../kernel/errors.ts";
import type { Context, Resource, Values } from "../../lifecycle/resource.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { acceptOpen } from "./accept-invitation.ts";
import { assertNotOwn, findInvitation, invitationById, invitationTo } from "./listed-invitations.ts";
import { adoptInput, checkAdopted, placement, accountAndRegion, idInput } from "../shared-inputs.ts";
import { idForms } from "../resource-id-forms.ts";
import { isExistingShare } from "../../api/entities.ts";
import { isBeingAccepted, leave, receivedResources } from "./leave-share.ts";

const inputs = z
  .object({
    shareId: idInput(idForms.share, { form: idForms.invitation, reason: "is the id of an invitation: set `invitationId`" })
      .optional()
      .describe("Share to accept; either this or `invitationId`."),
    invitationId: idInput(idForms.invitation, { form: idForms.share, reason: "is the id of a share: set `shareId`" })
      .optional()
      .describe("Invitation to accept; either this or `shareId`."),
    senderAccountId: z
      .string()
      .regex(/^\d+$/, "must be the id of an account, which has digits only")
      .optional()
      .describe("Account that the invitation must come from, checked before it is accepted; any account when absent."),
    leaveOnDelete: z
      .boolean()
      .optional()
      .describe(
        "Whether the share is left when this resource is deleted. The share then no longer has this account as a target, which the owner's program sees as drift. Where the service refuses that, the delete fails. Default `true`.",
      ),
    adopt: adoptInput(idForms.shareOrInvitation),
    ...placement,
  })
  .meta({ exactlyOne: ["shareId", "invitationId"] });

const outputs = z.object({
  shareName: z.string().optional().describe("Name of the share."),
  receiverAccountId: z.string().optional().describe("Account that was invited."),
  status: withVocabulary(z.string(), "InvitationStatus").describe(
    "`Accepted`, or `Pending` after a failed creation; inside a resource directory a share is accepted without an invitation.",
  ),
  sharedResources: z
    .array(
      z.object({
        type: withVocabulary(z.string(), "ResourceType").optional().describe("Type of the resource"),
        id: z.string().describe("Id of the resource"),
        arn: z.string().optional().describe("ARN of the resource"),
        status: withVocabulary(z.string(), "ResourceStatus")
          .optional()
          .describe("`Available`, `ZonalResourceInaccessible`, `LimitExceeded` or `Unavailable`"),
      }),
    )
    .describe("Resources that the share grants to this account."),
  ...accountAndRegion,
});

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * Accepts the invitation to a share, and leaves the share on deletion (specification: Invitation).
 *
 * - Created: when `reconcile` has accepted the invitation and the share is visible.
 *   - The id is that of the share. With `invitationId` it needs a read, which is repeated for a minute until the invitation is listed.
 *   - A creation that fails before a write keeps no id, for example because no invitation comes within a minute.
 *   - After a write the id is kept, unless a read shows that the share is not visible here, and that no acceptance runs or the region is wrong.
 *   - After a wait for the share that timed out, the id is kept.
 * - Exists: the share is visible to this account. Invitations do not decide, because the service purges them.
 *   While a creation has not ended, an accepted invitation is enough: the share appears when the acceptance ends.
 *   An import takes the id of the share or of the invitation.
 * - Replaced: by a change of `shareId`, `invitationId`, `account` or `region`. The replacement is created first.
 * - Deleted: this account has left the share, or does not see it any more. The deletion fails where the service refuses that, where the
 *   id of this account is not known, and where the acceptance of a creation that has not ended still runs after a minute.
 *   The share is not left, and a warning reports it: with `leaveOnDelete: false`, while the replacement or another resource accepts the
 *   share, and where the resource directory shares it without an invitation.
 */
export const InvitationAcceptor: Resource<Inputs, State> = {
  token: "InvitationAcceptor",
  summary: "Accepts the invitation to a share on the receiving side, and leaves the share when it is deleted.",
  inputs,
  outputs,
  replaceOn: ["account", "region", "shareId", "invitationId"],
  /** An account that has left a share cannot accept its invitation again. */
  deletesBeforeReplacement: false,
  onCreateOnly: ["adopt"],
  computed: ["shareId", "invitationId", "senderAccountId"],
  repeats: { shareName: ["shareId", "invitationId"], sharedResources: ["shareId", "invitationId"] },
  accountOutput: "receiverAccountId",
  stable: () => ["shareId", "invitationId", "senderAccountId", "receiverAccountId", "status"],
  idForm: idForms.shareOrInvitation,
  check: (values) => [...checkWhich(values), ...checkAdopted(values)],
  canonical: (values) => ({ ...values, leaveOnDelete: values["leaveOnDelete"] ?? true }),
  claims(id, values) {
    const objectId = values["shareId"] ?? id;
    if (typeof objectId !== "string") return [];
    return acceptancesBy(values).map((part) => ({ objectId, property: "shareId", part, allowsExclusiveOwner: true }));
  },
  needsReconcile: (state) => state.status !== "Accepted",
  async create(context, wanted) {
    if (wanted.adopt !== undefined) return { id: await shareIdOf(context, wanted.adopt) };
    const id = wanted.shareId ?? (await invitationById(context, wanted.invitationId ?? "")).ResourceShareId;
    return { id, known: { ...wanted, shareId: id, status: "Pending", sharedResources: [] } };
  },
  importId: shareIdOf,
  async read(context, id, state) {
    const { received } = sharePollersOf(context.client, context.clock);
    // The service purges invitations after some time, so only the visible share decides once a creation has ended.
    const share = (await received.now(id)).find(isExistingShare);
    if (share === undefined && !(await isBeingAccepted(context, id, state))) return undefined;
    const invitation = await invitationTo(context, id, state.invitationId);
    return {
      shareId: id,
      invitationId: invitation?.ResourceShareInvitationId ?? state.invitationId,
      senderAccountId: share?.ResourceShareOwner ?? invitation?.SenderAccountId ?? state.senderAccountId,
      receiverAccountId: invitation?.ReceiverAccountId ?? state.receiverAccountId,
      leaveOnDelete: state.leaveOnDelete ?? true,
      account: state.account,
      region: state.region,
      shareName: share?.ResourceShareName,
      status: share === undefined ? "Pending" : "Accepted",
      sharedResources: share === undefined ? [] : await receivedResources(context, id),
    };
  },
  async reconcile(context, id, before, wanted) {
    const { share, invitation } = await acceptOpen(context, id, wanted);
    return {
      ...wanted,
      adopt: undefined,
      shareId: id,
      invitationId: wanted.invitationId ?? invitation?.ResourceShareInvitationId ?? before.invitationId,
      senderAccountId: share.ResourceShareOwner ?? invitation?.SenderAccountId ?? before.senderAccountId,
      receiverAccountId: invitation?.ReceiverAccountId ?? before.receiverAccountId ?? (await context.client.callerAccount()),
      shareName: share.ResourceShareName,
      status: "Accepted",
      sharedResources: await receivedResources(context, id),
    };
  },
  async delete(context, id, state) {
    const self = state.receiverAccountId ?? (await context.client.callerAccount());
    const part = self === undefined ? acceptanceByName(state) : acceptanceById(self, context.client.region);
    const left = await context.ownership.remove(
      context,
      id,
      [part],
      (name) => name,
      async () => {
        if (state.leaveOnDelete === false)
          return context.warn(`share ${id} is not left (leaveOnDelete: false); the resource is only removed from the state`);
        if (self === undefined) {
          throw new WaitError(`leaving ${id}`, ["the id of this account is not known: set `stsEndpoint`, or `leaveOnDelete: false`"]);
        }
        await leave(context, id, self, state);
      },
    );
    if (left.length === 0) context.warn(`share ${id} is not left: its replacement or another resource of the program accepts it`);
  },
};

/** Returns the id of the share that an id of the share or of its invitation names. Throws for a share of the account itself. */
async function shareIdOf(context: Context, id: string): Promise<string> {
  const shareId = idForms.share.pattern.test(id) ? id : ((await findInvitation(context, id))?.ResourceShareId ?? id);
  await assertNotOwn(context, shareId);
  return shareId;
}

/** Returns the names of an acceptance in ownership claims: one by the name of the account, and once it is known one by its id. */
function acceptancesBy(values: Values): string[] {
  const { accountId, regionId } = values;
  return [acceptanceByName(values), ...(typeof accountId === "string" ? [acceptanceById(accountId, regionId)] : [])];
}

function acceptanceByName({ account, region }: Values): string {
  return `acceptance by ${nameOr(account, "the default account")} in ${nameOr(region, "its region")}`;
}

function acceptanceById(accountId: string, regionId: unknown): string {
  return `acceptance by account ${accountId} in ${nameOr(regionId, "its region")}`;
}

function nameOr(name: unknown, otherwise: string): string {
  return typeof name === "string" ? name : otherwise;
}

function checkWhich({ shareId, invitationId }: Values): Failure[] {
  if (shareId === undefined && invitationId === undefined) return [{ property: "shareId", reason: "shareId or invitationId is required" }];
  if (shareId !== undefined && invitationId !== undefined)
    return [{ property: "invitationId", reason: "shareId and invitationId exclude each other: set one of them" }];
  return [];
}
