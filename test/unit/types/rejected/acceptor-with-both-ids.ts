// TS2345: a share and an invitation exclude each other.
import { InvitationAcceptor } from "../../../../sdk/index.ts";

export const acceptor = new InvitationAcceptor("accepts", { shareId: "rs-1", invitationId: "i-1" });
