import * as rs from "pulumi-resourceshare";

const options = { account: "partner" };
const offers = rs.listResourceShareInvitationsOutput({}, options);

/** Every open offer to another account of this program, rejected. */
export const rejected = offers.apply(({ resourceShareInvitations: all }) =>
  Promise.all(
    all
      .filter((offer) => offer.status === "Pending")
      .map((offer) => rs.rejectResourceShareInvitation({ resourceShareInvitationId: offer.resourceShareInvitationId }, options)),
  ),
);
