import { type Fields, outcomeOf } from "../answers.ts";
import { check, type Check, seenUntil, step } from "../check.ts";
import { NotTried, type Run } from "../run.ts";
import { associationsOf, listedShare } from "../shares.ts";
import { newestStatus } from "./associations.ts";

/** The assumptions about an invitation of the external account, in the order of their calls. */
export const invitationChecks: readonly Check[] = [
  check("S-pending", ["external"], "a share with an open invitation", "Pending", async (run, expected) => {
    const id = await invited(run);
    return seenUntil(run, expected, async () => (await listedShare(run, id))?.["ResourceShareStatus"]);
  }),
  check("S-invitation", ["external"], "the association of a target whose invitation is open", "Associating", async (run, expected) => {
    const id = await invited(run);
    return seenUntil(run, expected, async () => (await invitedRecords(run, id))[0]?.["AssociationStatus"]);
  }),
  check(
    "S-receiver",
    ["external"],
    "ListResourceShareInvitations by the account that invites",
    "0 invitations of the share",
    async (run) => {
      const filter = { ResourceShareIds: [await invited(run)] };
      const { length } = await run.poll(
        () => run.list("ListResourceShareInvitations", filter, ["ResourceShareInvitations"]),
        (invitations) => invitations.length > 0,
      );
      return `${length} invitations of the share`;
    },
  ),
  check("S-ended-invitation", ["receiver"], "the association after a rejected invitation", "Failed", async (run, expected) => {
    const id = await rejected(run);
    return seenUntil(run, expected, async () => newestStatus(await invitedRecords(run, id)));
  }),
  check(
    "S-leaving",
    ["receiver"],
    "DisassociateResourceShare with ResourceOwner=OtherAccounts by an account that has accepted",
    "accepted, and the account does not see the share",
    async (run) => {
      const id = await received(run);
      const request = { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [run.permitted.external] };
      const answer = await run.ask("DisassociateResourceShare", request, byReceiver(run));
      if (answer.code !== undefined) return outcomeOf(answer);
      const { result: isSeen } = await run.until(
        () => isReceived(run, id),
        (isStillSeen) => !isStillSeen,
      );
      return `accepted, and the account ${isSeen ? "sees" : "does not see"} the share`;
    },
  ),
];

/** A share that has no resources and invites the external account. */
const invited = step(async (run) => {
  const id = await run.create({ AllowExternalTargets: true, Targets: [run.permitted.external] });
  const { result } = await run.until(
    () => invitedRecords(run, id),
    (records) => records.length > 0,
  );
  if (result[0]?.["External"] === false) throw new NotTried("needs an account outside the directory in --external");
  return id;
});

/** The share whose invitation the external account has rejected. */
const rejected = step(async (run) => {
  const id = await invited(run);
  await answerInvitation(run, id, "RejectResourceShareInvitation");
  return id;
});

/** The share that the external account has accepted, at its second invitation, and sees. */
const received = step(async (run) => {
  const id = await rejected(run);
  await run.accepted("AssociateResourceShare", { ResourceShareId: id, Targets: [run.permitted.external] });
  await answerInvitation(run, id, "AcceptResourceShareInvitation");
  const { result: isSeen } = await run.until(
    () => isReceived(run, id),
    (isSeen) => isSeen,
  );
  if (!isSeen) throw new NotTried("the receiver did not see the share for two minutes");
  return id;
});

/** How calls are made with the credentials of the external account, in the region of the run. */
function byReceiver({ permitted: { receiver }, region }: Run) {
  return { account: { ...receiver, region } };
}

/** The records of the external account in a share. */
function invitedRecords(run: Run, share: string): Promise<readonly Fields[]> {
  return associationsOf(run, share, "Target", run.permitted.external);
}

async function isReceived(run: Run, id: string): Promise<boolean> {
  const filter = { ResourceOwner: "OtherAccounts", ResourceShareIds: [id] };
  return (await run.list("ListResourceShares", filter, ["ResourceShares"], byReceiver(run))).length > 0;
}

async function answerInvitation(run: Run, id: string, operation: string): Promise<void> {
  const pendingInvitation = async () => {
    const filter = { ResourceShareIds: [id] };
    const invitations = await run.list("ListResourceShareInvitations", filter, ["ResourceShareInvitations"], byReceiver(run));
    return invitations.find(({ Status }) => Status === "Pending");
  };
  const { result: pending } = await run.until(pendingInvitation, (invitation) => invitation !== undefined);
  if (pending === undefined) throw new NotTried("the receiver saw no invitation for two minutes");
  await run.accepted(operation, { ResourceShareInvitationId: pending["ResourceShareInvitationId"] }, byReceiver(run));
}
