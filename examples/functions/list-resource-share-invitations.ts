import * as rs from "pulumi-resourceshare";

/** What others have offered to this account. */
export const offers = rs.listResourceShareInvitationsOutput({}).resourceShareInvitations;
