import * as rs from "pulumi-resourceshare";

const options = { account: "consumer" };
const offers = rs.listResourceShareInvitationsOutput({}, options);

/** The first open offer to another account of this program, accepted. `InvitationAcceptor` does it once, and can leave again. */
export const accepted = offers.apply(async ({ resourceShareInvitations: all }) => {
  const open = all.find((offer) => offer.status === "Pending");
  return open && rs.acceptResourceShareInvitation({ resourceShareInvitationId: open.resourceShareInvitationId }, options);
});
