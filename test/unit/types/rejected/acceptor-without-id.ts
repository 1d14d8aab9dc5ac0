// TS2345: an acceptor needs a share or an invitation.
import { InvitationAcceptor } from "../../../../sdk/index.ts";

export const acceptor = new InvitationAcceptor("accepts", { senderAccountId: "1" });
